import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { priceTableIn } from '../../pricing/price-tables/store.ts';
import { pointAsSent, readNamed } from '../../resources/named-references.ts';

interface PriceTableReference {
  readonly price_table_id?: number | null;
  readonly price_table_external_id?: string | null;
}

const priceTable = priceTableIn('price_table_id');

/** A body with its price table by our id. Whether the table is in effect is checked where the order is computed. */
export async function withPriceTable<Body extends PriceTableReference>(
  db: Querier,
  tenantId: number,
  body: Body,
): Promise<Omit<Body, 'price_table_external_id'>> {
  return (await readNamed(priceTable, db, tenantId, [body]))(body);
}

const named = statement(
  'is price table named by',
  'SELECT 1 FROM price_tables WHERE tenant_id = :tenant_id AND id = :id AND external_id = :external_id',
);

/** The same for a PATCH. The name of the table that the order has means that one, even if it was deleted and another has its name. */
export async function withNewPriceTable<Body extends PriceTableReference>(
  db: Querier,
  tenantId: number,
  current: number | null,
  body: Body,
): Promise<Omit<Body, 'price_table_external_id'>> {
  const { price_table_external_id: external_id, ...rest } = body;
  if (external_id == null || current === null) return withPriceTable(db, tenantId, body);
  const isOwn = (await named(db, { tenant_id: tenantId, id: current, external_id })).length > 0;
  return isOwn ? { ...rest, price_table_id: current } : withPriceTable(db, tenantId, body);
}

/** Lets a problem with the price table point at the field that names it. */
export const ofPriceTable =
  (body: PriceTableReference) =>
  (error: unknown): never => {
    throw pointAsSent('price_table_id', body, error);
  };
