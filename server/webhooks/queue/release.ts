import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { LeasedDelivery } from './claim.ts';
import { ofEachReach, partsOf, type Reach } from './reach.ts';

const release = ({ name, tenantOf, queueRow, attemptRow, andTenant }: Reach) =>
  statement(
    `release deliveries${name}`,
    `WITH
   -- The deliveries whose lease is still ours, locked and looked up one by one, as in the completion.
   leased AS MATERIALIZED (
     SELECT queued.* FROM unnest(:tenant_ids::integer[], :ids::uuid[], :lease_tokens::uuid[]) AS mine (tenant_id, id, token)
     CROSS JOIN LATERAL (
       SELECT q.${queueRow} AS queue_row, q.tenant_id, q.delivery_id AS id, q.attempt FROM webhook_queue q
       WHERE q.tenant_id = ${tenantOf('mine')} AND q.delivery_id = mine.id AND q.lease_token IS NOT DISTINCT FROM mine.token
       LIMIT 1 FOR UPDATE
     ) queued
   ),
   -- Free for any worker again. The claim didn't change due_at, so the delivery keeps its position in the queue.
   released AS (
     UPDATE webhook_queue q SET lease_token = NULL, leased_until = NULL, attempt = q.attempt - 1
     WHERE q.${queueRow} = ANY (ARRAY(SELECT queue_row FROM leased)) ${andTenant}
   )
   -- The attempt never began, so its row goes, too. It's found by its ctid, which tells rows of one partition apart; the key tells
   -- them apart if the table has more.
   DELETE FROM webhook_attempts WHERE ${attemptRow} = ANY (ARRAY(
     SELECT started.attempt_row FROM leased CROSS JOIN LATERAL (
       SELECT a.${attemptRow} AS attempt_row FROM webhook_attempts a
       WHERE a.tenant_id = ${tenantOf('leased')} AND a.delivery_id = leased.id AND a.number = leased.attempt LIMIT 1
     ) started
   )) AND (tenant_id, delivery_id, number) IN (SELECT tenant_id, id, attempt FROM leased) ${andTenant}`,
  );

const releases = ofEachReach(release);

/** Gives back deliveries that were claimed and not sent. What another worker holds by now stays as it is. */
export async function releaseDeliveries(db: Querier, deliveries: readonly LeasedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  for (const { reach, rows, tenant } of await partsOf(db, deliveries, ({ endpoint }) => endpoint.tenantId))
    await releases.get(reach)!(db, {
      ...tenant,
      tenant_ids: rows.map(({ endpoint }) => endpoint.tenantId),
      ids: rows.map(({ id }) => id),
      lease_tokens: rows.map(({ leaseToken }) => leaseToken),
    });
}
