import type { Transaction } from '../../../db/querier.ts';
import { readLowWatermark } from '../../../db/sql/low-watermark.ts';
import { statement } from '../../../db/sql/statement.ts';
import { LEASE_SECONDS } from '../../../webhooks/queue/claim-statements.ts';
import { ERASED } from '../rules/erased-json.ts';
import { readEvents } from './events.ts';
import type { Progress, Step } from './step.ts';

/** For a claim that had read its events and dated its lease a little later. */
const MARGIN_SECONDS = 5;

// Deliveries that were claimed with the old body: what their endpoints respond is still to be written. A claim that isn't committed
// shows no lease yet.
const findInFlight = statement(
  'erasure: find deliveries in flight',
  `SELECT 1 WHERE :low_watermark::timestamptz <= :erased_at::timestamptz OR EXISTS (
     SELECT FROM webhook_queue q WHERE q.tenant_id = :tenant_id AND q.lease_token IS NOT NULL
       AND q.event_id = ANY (:event_ids::uuid[])
       AND q.leased_until <= :erased_at::timestamptz + interval '${LEASE_SECONDS + MARGIN_SECONDS} s')`,
);
const HAS_TEXT = `response_body <> '' AND response_body <> '${ERASED}'`;
const OF_EVENTS = 'ARRAY(SELECT id FROM delivery)';
const eraseResponses = statement(
  'erasure: erase responses of endpoints',
  `WITH delivery AS MATERIALIZED (
     SELECT id FROM webhook_deliveries WHERE tenant_id = :tenant_id AND event_id = ANY (:event_ids::uuid[])
   ), changed AS (
     UPDATE webhook_deliveries SET response_body = '${ERASED}'
     WHERE tenant_id = :tenant_id AND id = ANY (${OF_EVENTS}) AND ${HAS_TEXT} RETURNING 1
   ), changed_attempt AS (
     UPDATE webhook_attempts SET response_headers = NULL,
       response_body = CASE WHEN response_body <> '' THEN '${ERASED}' ELSE response_body END
     WHERE tenant_id = :tenant_id AND delivery_id = ANY (${OF_EVENTS}) AND (response_headers IS NOT NULL OR ${HAS_TEXT})
     RETURNING 1
   )
   SELECT (SELECT count(*)::integer FROM changed) AS deliveries, (SELECT count(*)::integer FROM changed_attempt) AS attempts`,
);

/** Endpoints may have sent back what they got. */
export const eraseResponsesOfEndpoints: Step = async (tx, progress) => {
  const { events, position } = await readEvents(tx, progress);
  const event_ids = events.map(({ id }) => id);
  if (event_ids.length === 0) return { position, erased: {} };
  if (await isBeingSent(tx, progress, event_ids)) return undefined;
  const of = { tenant_id: progress.tenantId, event_ids };
  const [counts] = await eraseResponses<{ deliveries: number; attempts: number }>(tx, of);
  return { position, erased: counts! };
};

/** Whether a worker may still have one of the old bodies. */
async function isBeingSent(
  tx: Transaction,
  { tenantId, eventsErasedAt }: Progress,
  event_ids: readonly string[],
): Promise<boolean> {
  if (eventsErasedAt === null) return true;
  const low_watermark = await readLowWatermark(tx);
  const of = { tenant_id: tenantId, event_ids, erased_at: eventsErasedAt, low_watermark };
  return (await findInFlight(tx, of)).length > 0;
}
