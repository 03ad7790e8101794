import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** About as many as a page shows. */
const ROWS = 50;

const fingerprint = statement(
  'fingerprint of deliveries',
  `SELECT md5(concat(
     -- What is new, and what happened to it.
     (SELECT string_agg(concat(id, status, attempt_number), ',') FROM (
        SELECT id, status, attempt_number FROM webhook_deliveries WHERE tenant_id = :tenant_id
        ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST LIMIT ${ROWS}) newest),
     -- What fails, however old it is.
     (SELECT string_agg(concat(id, attempt_number), ',') FROM (
        SELECT id, attempt_number FROM webhook_deliveries WHERE tenant_id = :tenant_id AND failing_status = 'FAILED'
        ORDER BY created_at DESC, id DESC LIMIT ${ROWS}) failed),
     (SELECT string_agg(concat(id, attempt_number), ',') FROM (
        SELECT id, attempt_number FROM webhook_deliveries WHERE tenant_id = :tenant_id AND failing_status = 'RETRYING'
        ORDER BY created_at DESC, id DESC LIMIT ${ROWS}) retrying),
     -- What was resent.
     (SELECT string_agg(concat(delivery_id, attempt), ',') FROM (
        SELECT delivery_id, attempt FROM webhook_queue WHERE tenant_id = :tenant_id
        ORDER BY delivery_id LIMIT ${ROWS}) queued),
     -- What is held.
     (SELECT string_agg(id::text, ',' ORDER BY id) FROM webhook_registrations WHERE tenant_id = :tenant_id AND NOT active)
   )) AS text`,
);

/**
 * A text that changes when something changes that a list of this tenant's deliveries may show. Reads at most 200
 * deliveries and the endpoints.
 */
export async function deliveriesFingerprint(db: Querier, tenantId: number): Promise<string> {
  const [row] = await fingerprint<{ text: string }>(db, { tenant_id: tenantId });
  return row!.text;
}
