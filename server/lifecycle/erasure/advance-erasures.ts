import type { Database } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { readLowWatermark } from '../../db/sql/low-watermark.ts';
import { statement } from '../../db/sql/statement.ts';
import { addCounts, STEPS, type StepName } from './erasure.ts';
import { eraseResponsesOfEndpoints } from './steps/deliveries.ts';
import { eraseEvents } from './steps/events.ts';
import { eraseIdempotentResponses } from './steps/idempotent-responses.ts';
import { eraseAuditEntries, eraseRefusedRequests } from './steps/logs.ts';
import { eraseOrdersOf } from './steps/orders.ts';
import type { Step, StepResult } from './steps/step.ts';

/** What a request may take from reading the customer of a new order to the transaction that writes it. */
export const SETTLE_MS = 10_000;
/** Transactions for one erasure before the next one has its turn. */
const TRANSACTIONS = 20;

const WORK: Readonly<Record<StepName, Step>> = {
  orders: eraseOrdersOf,
  idempotent_responses: eraseIdempotentResponses,
  events: eraseEvents,
  deliveries: eraseResponsesOfEndpoints,
  refused_requests: eraseRefusedRequests,
  audit_entries: eraseAuditEntries,
};

// Whoever sees the row knows that it's committed: requests that begin from now on find no customer. So it is with the last event. Hence the
// next statement dates it, whose time is from after it was seen.
const TO_DATE = `status = 'running' AND (begins_after IS NULL OR step = 'deliveries' AND events_erased_at IS NULL)`;
const findNew = statement(
  'erasure: find new',
  `SELECT tenant_id AS "tenantId", id FROM customer_erasures WHERE ${TO_DATE}`,
);
const dateNew = statement(
  'erasure: date new',
  `WITH now AS MATERIALIZED (SELECT statement_timestamp() AS at)
   UPDATE customer_erasures SET begins_after = coalesce(begins_after, now.at),
     events_erased_at = CASE WHEN step = 'deliveries' THEN now.at ELSE events_erased_at END
   FROM now WHERE tenant_id = :tenant_id AND id = :id AND ${TO_DATE}`,
);
// One of each tenant, so that one with many doesn't keep others waiting.
const findRunning = statement(
  'erasure: find running',
  `SELECT DISTINCT ON (tenant_id) tenant_id AS "tenantId", id FROM customer_erasures WHERE status = 'running' AND terms IS NOT NULL
     AND begins_after + :settle_ms::float8 * interval '1 ms' <= :low_watermark::timestamptz ORDER BY tenant_id, id`,
);
const lock = statement(
  'erasure: lock',
  `SELECT customer_id AS "customerId", step, position, terms, erased, events_erased_at::text AS "eventsErasedAt"
   FROM customer_erasures WHERE tenant_id = :tenant_id AND id = :id AND status = 'running' AND terms IS NOT NULL
   FOR UPDATE SKIP LOCKED`,
);
const record = statement(
  'erasure: record progress',
  `UPDATE customer_erasures SET step = coalesce(:next, step), position = :position, erased = :erased,
     terms = CASE WHEN :is_last THEN NULL ELSE terms END
   WHERE tenant_id = :tenant_id AND id = :id`,
);

interface Key {
  readonly tenantId: number;
  readonly id: number;
}
interface Locked {
  readonly customerId: number;
  readonly step: StepName;
  readonly position: string | null;
  readonly terms: readonly string[];
  readonly erased: string;
  readonly eventsErasedAt: string | null;
}

/**
 * Advances the oldest running erasure of each tenant by some transactions, and returns how many were advanced; completeErasures() does
 * what is left. A kill loses the work of one transaction. One that fails doesn't keep the others waiting.
 */
export async function advanceErasures(db: Database, settleMs = SETTLE_MS): Promise<number> {
  for (const { tenantId, id } of await findNew<Key>(db, {})) await dateNew(db, { tenant_id: tenantId, id });
  const values = { settle_ms: settleMs, low_watermark: await readLowWatermark(db) };
  const failures: unknown[] = [];
  let advanced = 0;
  for (const key of await findRunning<Key>(db, values)) {
    const done = await advanceOne(db, key).catch((error: unknown) => void failures.push(error));
    if (done) advanced += 1;
  }
  if (failures.length > 0) throw failures[0];
  return advanced;
}

/** Returns the number of transactions. */
async function advanceOne(db: Database, key: Key): Promise<number> {
  let done = 0;
  while (done < TRANSACTIONS && (await db.transaction((tx) => advance(tx, key)))) done += 1;
  return done;
}

/** Whether it advanced: another process may be at it, a delivery may be in flight, or the last step is done. */
async function advance(tx: Transaction, { tenantId, id }: Key): Promise<boolean> {
  const [row] = await lock<Locked>(tx, { tenant_id: tenantId, id });
  if (!row) return false;
  const progress = { ...row, tenantId, position: row.position ?? undefined, terms: row.terms ?? [] };
  const result = await WORK[row.step](tx, progress);
  if (!result) return false;
  await record(tx, { tenant_id: tenantId, id, ...after(row, result) });
  return true;
}

function after({ step, erased }: Locked, { position, erased: more }: StepResult) {
  const next = position === undefined ? STEPS[STEPS.indexOf(step) + 1] : step;
  return {
    next: next ?? null,
    is_last: next === undefined,
    position: position ?? null,
    erased: JSON.stringify(addCounts(JSON.parse(erased) as object, more)),
  };
}
