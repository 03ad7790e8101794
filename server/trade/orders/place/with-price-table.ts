import type { Querier } from '../../../db/querier.ts';
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

/** Lets a problem with the price table point at the field that names it. */
export const ofPriceTable =
  (body: PriceTableReference) =>
  (error: unknown): never => {
    throw pointAsSent('price_table_id', body, error);
  };
