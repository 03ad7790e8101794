import type { EventKind } from '../../server/base/contract.ts';
import type { Context } from '../../server/main/context.ts';
import { emit, subscribed } from './webhook-fixtures.ts';
import { deliveriesOf, letTimePass } from './webhooks.ts';

/** An endpoint's tenant with one delivery, and a way to make its attempts at once. */
export async function withDelivery(url: string, kind: EventKind = 'product.created') {
  const made = await subscribed(url);
  const { context, tenantId, worker } = made;
  await emit(context, tenantId, kind);
  const [first] = await deliveriesOf(context, tenantId);
  const attempt = async (times = 1): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await letTimePass(context, tenantId);
      await worker.tick();
    }
  };
  return { ...made, id: first!.id, attempt };
}

/** What was done with deliveries, from a tenant's audit, in the order in which they happened. */
export async function auditOf({ db }: Pick<Context, 'db'>, tenantId: number): Promise<object[]> {
  const rows = await db.query<{ details: string }>(
    `SELECT action, actor_type AS actor, target_type AS "targetType", target_id AS "targetId", target_name AS "targetName",
       details::text AS details
     FROM audit_entries WHERE tenant_id = $1 AND target_type IN ('delivery', 'recovery') ORDER BY id`,
    [tenantId],
  );
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as object }));
}
