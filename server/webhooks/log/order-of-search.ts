import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';

/** The order that has an external id, which is how a shop calls its own orders. */
export async function findOrderId(
  db: Querier,
  tenant_id: number,
  external_id: string,
): Promise<number | undefined> {
  const [order] = await runQuery<{ id: number }>(
    db,
    build('orders').where({ tenant_id, external_id }).select('id'),
  );
  return order?.id;
}
