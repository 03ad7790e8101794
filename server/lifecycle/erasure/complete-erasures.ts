import type { Database } from '../../db/pool/database.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** What the steps change, what triggers write of it, and the erasures, which had the terms. */
const TABLES = [
  ...['customers', 'orders', 'order_entries', 'idempotency_keys', 'events', 'webhook_deliveries'],
  ...['webhook_attempts', 'refused_requests', 'audit_entries', 'customer_erasures'],
];
/** After a kill or a failure, another try comes so much later. */
const LEASE = "interval '1 min'";

// Without terms, the last step is done.
const claim = statement(
  'erasure: claim erased',
  `UPDATE customer_erasures SET analyzing_since = statement_timestamp()
   WHERE status = 'running' AND terms IS NULL
     AND (analyzing_since IS NULL OR analyzing_since < statement_timestamp() - ${LEASE})
   RETURNING tenant_id, id`,
);
const complete = statement(
  'erasure: complete',
  `UPDATE customer_erasures SET status = 'completed', completed_at = statement_timestamp()
   WHERE tenant_id = :tenant_id AND id = :id AND status = 'running'`,
);

/**
 * Completes the erasures whose steps are done: PostgreSQL's statistics have values of rows as they were, until the tables are analyzed.
 * Once for all of them. Returns how many. Only the owner of the tables may analyze them.
 */
export async function completeErasures(owner: Querier & Pick<Database, 'analyze'>): Promise<number> {
  const erased = await claim<{ readonly tenant_id: number; readonly id: number }>(owner, {});
  if (erased.length === 0) return 0;
  await owner.analyze(TABLES);
  for (const key of erased) await complete(owner, { ...key });
  return erased.length;
}
