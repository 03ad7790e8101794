import type { Schemas } from '../../../base/contract.ts';
import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { writeRowsStatement } from '../../../db/sql/write-rows.ts';
import { emitAll, eventData } from '../../../events/outbox.ts';
import type { RowsToWrite, Written } from '../../resources/row-writer.ts';
import { stockLevel } from '../stock/level.ts';
import { productsById } from './named-products.ts';
import { productEvent, products, type StoredProduct, stockPart, withStock } from './store.ts';

/** Of the product `p`. */
const ofBalance = (sql: string) =>
  `(SELECT ${sql} FROM stock_balances b WHERE b.tenant_id = :tenant_id AND b.product_id = p.id)`;
const PART = ofBalance(stockPart('b'));
const DOCUMENT = withStock('p', ofBalance(stockLevel('b')));

const write = writeRowsStatement<Written<StoredProduct>>(
  { table: products, referred: { table: 'categories' } },
  `, balance AS (
     INSERT INTO stock_balances (tenant_id, product_id, on_hand)
     SELECT tenant_id, id, (:on_hand::numeric[])[n] FROM created ORDER BY id RETURNING *
   ), movement AS (
     INSERT INTO stock_movements (
       tenant_id, product_id, type, quantity, on_hand_after, reserved_after, reason, actor)
     SELECT tenant_id, product_id, 'adjustment', on_hand, on_hand, 0, 'initial', :actor FROM balance WHERE on_hand > 0
     ORDER BY product_id
   ), written AS MATERIALIZED (
     SELECT c.row_index AS position, c.id, c.version, ${stockPart('b')} AS part,
       ${withStock('c', stockLevel('b'))} AS document, 'product.created' AS kind,
       ${eventData('product.created', productEvent('c'))} AS data
     FROM created c JOIN balance b ON b.product_id = c.id
     UNION ALL
     SELECT p.row_index, p.id, p.version, ${PART}, ${DOCUMENT}, 'product.updated',
       ${eventData('product.updated', { ...productEvent('p'), changed_fields: 'p.changed_fields::text' })}
     FROM changed p
   ), emitted AS MATERIALIZED (SELECT ${emitAll(':tenant_id')} AS deliveries FROM written)
   SELECT position, id, version, part, document, deliveries FROM written CROSS JOIN emitted`,
);

/** Writes the products with their balances, and a movement of each new one of which something is on hand. */
export const writeProducts = (db: Querier, rows: RowsToWrite): Promise<Written<StoredProduct>[]> =>
  write(db, rows, {
    on_hand: rows.creations.map(({ columns }) => (columns as Schemas['ProductCreate']).stock?.on_hand ?? 0),
    actor: rows.caller.actor,
  });

const find = statement(
  'get several products as shown',
  productsById(`p.id, p.version, ${PART} AS part, ${DOCUMENT} AS document`, 'true'),
);

/** As the API shows the products: with their current stock. */
export async function findShown(
  db: Querier,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredProduct>> {
  const found = await find<StoredProduct>(db, { tenant_id: tenantId, ids });
  return new Map(found.map((row) => [row.id, row]));
}
