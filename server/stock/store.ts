import type { Schemas } from '../contract.ts';
import { type JsonMembers, jsonObject, jsonTime, jsonTimeOrNull } from '../db/json-object.ts';
import { byTime, equals, filter, since } from '../db/listing.ts';
import { type Querier, statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import type { JsonText } from '../handler.ts';
import type { ListOf } from '../resources/list-handler.ts';
import { levelMembers, MAX_STOCK } from './level.ts';

const balanceDocument = <const Balance extends string, const Sku extends string>(b: Balance, sku: Sku) =>
  jsonObject({
    product_id: `${b}.product_id`,
    sku: `to_json(${sku})`,
    ...levelMembers(b),
    updated_at: jsonTime(`${b}.updated_at`),
    deleted_at: jsonTimeOrNull(`${b}.deleted_at`),
  } as const satisfies JsonMembers<Schemas['StockBalance']>);

export const balanceList: ListOf<'listStock'> = {
  operation: 'listStock',
  name: 'stock',
  // OFFSET 0 keeps it a look-up for each row. As a join it made PostgreSQL read all products up to the page.
  from: `stock_balances b CROSS JOIN LATERAL (
    SELECT sku FROM products WHERE tenant_id = b.tenant_id AND id = b.product_id OFFSET 0) p`,
  tenant: 'b.tenant_id',
  id: 'b.product_id',
  document: balanceDocument('b', 'p.sku'),
  updated: 'b.updated_at',
  sorts: { product_id: 'id', updated_at: byTime('b.updated_at') },
  filters: {
    updated_since: since('b.updated_at', ['updated_at']),
    product_id: equals('b.product_id', ['product_id', 'updated_at']),
    sku: filter(
      (placeholder) =>
        `b.product_id = ANY (ARRAY(SELECT id FROM products WHERE tenant_id = :tenant_id AND sku = ${placeholder}))`,
      ['product_id', 'updated_at'],
    ),
  },
  notDeleted: 'b.deleted_at IS NULL',
};

export const movementList: ListOf<'listStockMovements'> = {
  operation: 'listStockMovements',
  name: 'stock-movements',
  from: 'stock_movements m',
  tenant: 'm.tenant_id',
  id: 'm.id',
  idType: 'bigint',
  document: 'm.document',
  sorts: { id: 'id' },
  filters: { product_id: equals('m.product_id'), order_id: equals('m.order_id') },
};

export interface Adjustment {
  readonly tenantId: number;
  readonly productId: number;
  readonly mode: 'set' | 'delta';
  readonly quantity: number;
  readonly reason: string;
  readonly reference: string | null;
  readonly expectedOnHand: number | null;
  readonly actor: string;
}

/** `onHand` alone when the adjustment was refused: what is on hand, which is not as expected or not enough. */
export interface AdjustmentResult {
  readonly onHand: string;
  readonly movement: JsonText<Schemas['StockMovement']> | null;
  readonly balance: JsonText<Schemas['StockBalance']> | null;
}

// The lock comes first, so that what is checked is what is changed. That the product is there is read from the balance:
// a row that is not locked would be that of the statement's beginning.
const adjust = statement(
  'stock adjust',
  `WITH locked AS (
     SELECT b.on_hand, p.sku, CASE $3 WHEN 'set' THEN $4::numeric ELSE b.on_hand + $4::numeric END AS target
     FROM stock_balances b JOIN products p ON p.tenant_id = b.tenant_id AND p.id = b.product_id
     WHERE b.tenant_id = $1 AND b.product_id = $2 AND b.deleted_at IS NULL FOR UPDATE OF b
   ), balance AS (
     UPDATE stock_balances b SET on_hand = locked.target, updated_at = statement_timestamp() FROM locked
     WHERE b.tenant_id = $1 AND b.product_id = $2 AND locked.target BETWEEN 0 AND ${MAX_STOCK}
       AND ($5::numeric IS NULL OR locked.on_hand = $5::numeric)
     RETURNING b.*, locked.on_hand AS before
   ), movement AS (
     INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, reason, reference, actor)
     SELECT $1, $2, 'adjustment', on_hand - before, on_hand, reserved, $6, $7, $8 FROM balance RETURNING document
   )
   SELECT trim_scale(locked.on_hand) AS "onHand", movement.document AS movement,
     ${balanceDocument('balance', 'locked.sku')} AS balance
   FROM locked LEFT JOIN balance ON true LEFT JOIN movement ON true`,
);

/** Changes what is on hand and writes the ledger; undefined when there is no such product. */
export function adjustBalance(tx: Transaction, a: Adjustment): Promise<AdjustmentResult | undefined> {
  const values = [
    a.tenantId,
    a.productId,
    a.mode,
    a.quantity,
    a.expectedOnHand,
    a.reason,
    a.reference,
    a.actor,
  ];
  return firstRow<AdjustmentResult>(tx, adjust, values);
}

const lockBalance = statement(
  'stock lock',
  'SELECT trim_scale(reserved)::text AS reserved FROM stock_balances WHERE tenant_id = $1 AND product_id = $2 FOR UPDATE',
);

/** What orders have reserved of a product, its balance locked until the transaction ends. */
export async function lockReserved(tx: Transaction, tenantId: number, productId: number): Promise<number> {
  return Number((await firstRow<{ reserved: string }>(tx, lockBalance, [tenantId, productId]))!.reserved);
}

const availableBalances = statement(
  'stock balances',
  'SELECT product_id, on_hand - reserved AS available FROM stock_balances WHERE tenant_id = $1 AND product_id = ANY ($2::int[])',
);

/** What is available of each of the products, as decimal text. */
export async function findAvailable(
  db: Querier,
  tenantId: number,
  productIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.query<{ product_id: number; available: string }>(availableBalances, [
    tenantId,
    productIds,
  ]);
  return new Map(rows.map(({ product_id, available }) => [product_id, available]));
}
