import type { Schemas } from '../../../base/contract.ts';
import type { JsonText } from '../../../base/json.ts';
import type { Querier } from '../../../db/querier.ts';
import { writeSetParameters, writeSetSql } from '../../../db/sql/row-set.ts';
import { statement } from '../../../db/sql/statement.ts';
import { emitAll, eventData } from '../../../events/outbox.ts';
import type { RowSet, WrittenRow } from '../../resources/set-writer.ts';
import { actorOf } from '../rules/actor.ts';
import { stockLevel } from '../stock/level.ts';
import { productsById } from './named-products.ts';
import { BALANCE, productEvent, products, withStock } from './store.ts';

const CATEGORY = { table: 'categories' };

const write = statement(
  'write several products',
  `WITH ${writeSetSql(products, CATEGORY)}, balance AS (
     INSERT INTO stock_balances (tenant_id, product_id, on_hand)
     SELECT tenant_id, id, (:on_hand::numeric[])[n] FROM created ORDER BY id RETURNING *
   ), movement AS (
     INSERT INTO stock_movements (
       tenant_id, product_id, type, quantity, on_hand_after, reserved_after, reason, actor)
     SELECT tenant_id, product_id, 'adjustment', on_hand, on_hand, 0, 'initial', :actor FROM balance WHERE on_hand > 0
     ORDER BY product_id
   ), written AS MATERIALIZED (
     SELECT c.row_index AS position, ${withStock('c', stockLevel('b'))} AS document, 'product.created' AS kind,
       ${eventData('product.created', productEvent('c'))} AS data
     FROM created c JOIN balance b ON b.product_id = c.id
     UNION ALL
     SELECT p.row_index, ${withStock('p', `(SELECT ${stockLevel('b')} FROM ${BALANCE})`)}, 'product.updated',
       ${eventData('product.updated', { ...productEvent('p'), changed_fields: 'p.changed_fields::text' })}
     FROM changed p
   ), emitted AS MATERIALIZED (SELECT ${emitAll(':tenant_id')} AS deliveries FROM written)
   SELECT position, document, deliveries FROM written CROSS JOIN emitted`,
);

export async function writeProducts(db: Querier, set: RowSet): Promise<WrittenRow[]> {
  const { caller, creations } = set;
  return write<WrittenRow>(db, {
    tenant_id: caller.tenantId,
    on_hand: creations.map(({ columns }) => (columns as Schemas['ProductCreate']).stock?.on_hand ?? 0),
    actor: actorOf(caller),
    ...writeSetParameters(set),
  });
}

const documents = statement(
  'get documents of several products',
  productsById(`p.id, ${withStock('p', `(SELECT ${stockLevel('b')} FROM ${BALANCE})`)} AS document`, 'true'),
);

interface ProductDocument {
  readonly id: number;
  readonly document: JsonText<Schemas['Product']>;
}

/** As the API shows the products: with their current stock. */
export async function findDocuments(
  db: Querier,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, JsonText<Schemas['Product']>>> {
  const found = await documents<ProductDocument>(db, { tenant_id: tenantId, ids });
  return new Map(found.map(({ id, document }) => [id, document]));
}
