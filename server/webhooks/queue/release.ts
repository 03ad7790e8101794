import type { Querier } from '../../db/querier.ts';
import { isDistributed } from '../../db/sql/is-distributed.ts';
import { type NamedStatement, statement } from '../../db/sql/statement.ts';
import type { LeasedDelivery } from './claim.ts';
import { byTenant, ONE_TENANT, type Reach, SEVERAL_TENANTS } from './reach.ts';

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

const releaseLeased = release(SEVERAL_TENANTS);
const releaseLeasedOfOne = release(ONE_TENANT);

/** Gives back deliveries that were claimed and not sent. What another worker holds by now stays as it is. */
export async function releaseDeliveries(db: Querier, deliveries: readonly LeasedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  if (!(await isDistributed(db))) return giveBack(db, releaseLeased, deliveries);
  for (const [tenantId, ofTenant] of byTenant(deliveries, (delivery) => delivery))
    await giveBack(db, releaseLeasedOfOne, ofTenant, { tenant_id: tenantId });
}

const giveBack = async (
  db: Querier,
  run: NamedStatement,
  deliveries: readonly LeasedDelivery[],
  ofTenant: { readonly tenant_id?: number } = {},
): Promise<void> =>
  void (await run(db, {
    ...ofTenant,
    tenant_ids: deliveries.map(({ endpoint }) => endpoint.tenantId),
    ids: deliveries.map(({ id }) => id),
    lease_tokens: deliveries.map(({ leaseToken }) => leaseToken),
  }));
