import type { Schemas } from '../../../base/contract.ts';
import type { JsonText } from '../../../base/json.ts';
import type { Transaction } from '../../../db/querier.ts';
import {
  type JsonMembers,
  jsonObject,
  jsonOfReferred,
  jsonText,
  jsonTime,
  jsonTimeOrNull,
  openJsonObject,
} from '../../../db/sql/json-object.ts';
import { before, byTime, equals, named, since } from '../../../db/sql/list-spec.ts';
import { idsIn } from '../../../db/sql/named-filter.ts';
import { findById, statement } from '../../../db/sql/statement.ts';
import type { ListOf } from '../../resources/list-handler.ts';
import { levelMembers, MAX_STOCK } from './level.ts';

/** SQL for the JSON text of a StockBalance. */
export const balanceDocument = (b: string, product: string) =>
  jsonObject({
    product_id: `${b}.product_id`,
    product_external_id: jsonText(`${product}.external_id`),
    sku: `to_json(${product}.sku)`,
    ...levelMembers(b),
    updated_at: jsonTime(`${b}.updated_at`),
    deleted_at: jsonTimeOrNull(`${b}.deleted_at`),
  } satisfies JsonMembers<Schemas['StockBalance']>);

export const balanceList: ListOf<'listStock'> = {
  operation: 'listStock',
  name: 'stock',
  // OFFSET 0 keeps this a look-up for each row. As a join, PostgreSQL read all products up to the page.
  from: `stock_balances b CROSS JOIN LATERAL (
    SELECT sku, external_id FROM products WHERE tenant_id = :tenant_id AND id = b.product_id OFFSET 0) p`,
  tenant: 'b.tenant_id',
  id: 'b.product_id',
  document: balanceDocument('b', 'p'),
  large: null,
  updated: 'b.updated_at',
  sorts: { product_id: 'id', updated_at: byTime('b.updated_at') },
  filters: {
    updated_since: since('b.updated_at', ['updated_at']),
    product_id: equals('b.product_id', ['product_id', 'updated_at']),
    external_id: named(idsIn.products, 'b.product_id', ['product_id', 'updated_at']),
    sku: named(idsIn.productsBySku, 'b.product_id', ['product_id', 'updated_at']),
  },
  notDeleted: 'b.deleted_at IS NULL',
};

/** Its own document, with what the integrator calls its product and its order. */
const movementDocument = (m: string, product: string, orderExternalId = "'null'"): string =>
  `${openJsonObject(`${m}.document`)} || ',"product_external_id":' || ${jsonText(`${product}.external_id`)}
   || ',"sku":' || to_json(${product}.sku) || ',"order_external_id":' || ${orderExternalId} || '}'`;

const listedMovement = `(SELECT ${movementDocument(
  'm',
  'p',
  jsonOfReferred('orders', 'external_id', ':tenant_id', 'm.order_id'),
)} FROM products p WHERE p.tenant_id = :tenant_id AND p.id = m.product_id)`;

export const movementList: ListOf<'listStockMovements'> = {
  operation: 'listStockMovements',
  name: 'stock-movements',
  from: 'stock_movements m',
  tenant: 'm.tenant_id',
  id: 'm.id',
  idType: 'bigint',
  document: listedMovement,
  large: null,
  sorts: { id: 'id' },
  filters: {
    product_id: equals('m.product_id'),
    product_external_id: named(idsIn.products, 'm.product_id'),
    sku: named(idsIn.productsBySku, 'm.product_id'),
    order_id: equals('m.order_id'),
    order_external_id: named(idsIn.orders, 'm.order_id'),
    created_since: since('m.created_at', []),
    created_before: before('m.created_at', []),
  },
};

export const findMovement = findById<{ id: number; document: JsonText<Schemas['StockMovement']> }>(
  'get stock movement',
  `SELECT m.id, ${listedMovement} AS document FROM stock_movements m WHERE m.tenant_id = :tenant_id`,
  'm.id',
);

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

/** Only `onHand` if the adjustment was refused: what is on hand isn't as expected, or isn't enough. */
export interface AdjustmentResult {
  readonly onHand: string;
  readonly movement: JsonText<Schemas['StockMovement']> | null;
  readonly balance: JsonText<Schemas['StockBalance']> | null;
}

const adjust = statement(
  'adjust stock',
  `WITH locked AS (
     -- Locked first, so that the balance that is checked is the one that is changed. The balance also tells whether the
     -- product is deleted: the product's row isn't locked, and would be read as it was when the statement began.
     SELECT b.on_hand, p.sku, p.external_id,
       CASE :mode WHEN 'set' THEN :quantity::numeric ELSE b.on_hand + :quantity::numeric END AS target
     FROM stock_balances b JOIN products p ON p.tenant_id = b.tenant_id AND p.id = b.product_id
     WHERE b.tenant_id = :tenant_id AND b.product_id = :product_id AND b.deleted_at IS NULL FOR UPDATE OF b
   ), balance AS (
     -- Empty if the adjustment is refused.
     UPDATE stock_balances b SET on_hand = locked.target, updated_at = statement_timestamp() FROM locked
     WHERE b.tenant_id = :tenant_id AND b.product_id = :product_id AND locked.target BETWEEN 0 AND ${MAX_STOCK}
       AND (:expected_on_hand::numeric IS NULL OR locked.on_hand = :expected_on_hand::numeric)
     RETURNING b.*, locked.on_hand AS before
   ), movement AS (
     INSERT INTO stock_movements (
       tenant_id, product_id, type, quantity, on_hand_after, reserved_after, reason, reference, actor)
     SELECT
       :tenant_id, :product_id, 'adjustment', on_hand - before, on_hand, reserved, :reason, :reference, :actor
     FROM balance RETURNING document
   )
   SELECT trim_scale(locked.on_hand) AS "onHand", ${movementDocument('movement', 'locked')} AS movement,
     ${balanceDocument('balance', 'locked')} AS balance
   FROM locked LEFT JOIN balance ON true LEFT JOIN movement ON true`,
);

/** Changes what is on hand and writes the ledger. Undefined if there is no such product. */
export async function adjustBalance(
  tx: Transaction,
  adjustment: Adjustment,
): Promise<AdjustmentResult | undefined> {
  const [result] = await adjust<AdjustmentResult>(tx, {
    tenant_id: adjustment.tenantId,
    product_id: adjustment.productId,
    mode: adjustment.mode,
    quantity: adjustment.quantity,
    expected_on_hand: adjustment.expectedOnHand,
    reason: adjustment.reason,
    reference: adjustment.reference,
    actor: adjustment.actor,
  });
  return result;
}

const lockBalance = statement(
  'lock stock balance',
  `SELECT trim_scale(reserved)::text AS reserved FROM stock_balances
   WHERE tenant_id = :tenant_id AND product_id = :product_id FOR UPDATE`,
);

/** What orders have reserved of a product. Its balance stays locked until the transaction ends. */
export async function lockReserved(tx: Transaction, tenantId: number, productId: number): Promise<number> {
  const [balance] = await lockBalance<{ reserved: string }>(tx, {
    tenant_id: tenantId,
    product_id: productId,
  });
  return Number(balance!.reserved);
}
