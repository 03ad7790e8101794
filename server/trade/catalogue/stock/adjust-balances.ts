import type { NoFields, Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { NamedProduct } from '../rules/reference.ts';
import { MAX_STOCK } from './level.ts';
import { lockedBalances } from './lock-balances.ts';
import { balanceDocument } from './store.ts';

// Rows are read by their position in :product_ids: a join with unnest() made PostgreSQL misjudge the number of rows.
const ofRow = (array: string) => `(${array})[position]`;

const adjust = statement(
  'adjust stock of several products',
  `WITH locked AS MATERIALIZED (
     ${lockedBalances('b.product_id, b.on_hand, b.reserved, b.updated_at, b.deleted_at', 'true')}
   ), placed AS MATERIALIZED (
     SELECT *, array_position(:product_ids::int[], product_id) AS position FROM locked
   ), wanted AS MATERIALIZED (
     SELECT *, ${ofRow(':skus::text[]')} AS sku, ${ofRow(':external_ids::text[]')} AS external_id,
       ${ofRow(':expected::numeric[]')} AS expected,
       CASE ${ofRow(':modes::text[]')} WHEN 'set' THEN 0 ELSE on_hand END + ${ofRow(':quantities::numeric[]')} AS target
     FROM placed
   ), accepted AS MATERIALIZED (
     SELECT *, target <> on_hand AS changes FROM wanted
     WHERE target BETWEEN 0 AND ${MAX_STOCK} AND (expected IS NULL OR expected = on_hand)
   ), changed AS (
     UPDATE stock_balances b SET on_hand = a.target, updated_at = statement_timestamp() FROM accepted a
     WHERE b.tenant_id = :tenant_id AND b.product_id = a.product_id AND a.changes
     RETURNING b.*, a.on_hand AS before, a.position, a.sku, a.external_id
   ), ledger AS (
     INSERT INTO stock_movements (
       tenant_id, product_id, type, quantity, on_hand_after, reserved_after, reason, reference, actor)
     SELECT :tenant_id, product_id, 'adjustment', on_hand - before, on_hand, reserved,
       ${ofRow(':reasons::text[]')}, ${ofRow(':references::text[]')}, :actor
     FROM changed ORDER BY product_id
   )
   SELECT product_id AS "productId", trim_scale(on_hand) AS "onHand", true AS changed,
     ${balanceDocument('changed', 'changed')} AS balance FROM changed
   UNION ALL
   SELECT product_id, trim_scale(on_hand), false, ${balanceDocument('accepted', 'accepted')}
   FROM accepted WHERE NOT changes
   UNION ALL
   SELECT product_id, trim_scale(on_hand), false, NULL
   FROM wanted WHERE product_id NOT IN (SELECT product_id FROM accepted)`,
);

/** What became of an adjustment. `balance` is JSON text, or null if the adjustment was refused. */
export interface AdjustedBalance {
  readonly productId: number;
  readonly onHand: string;
  /** Whether anything was written: a count of what is on hand already isn't. */
  readonly changed: boolean;
  readonly balance: string | null;
}

export interface BalanceAdjustment {
  readonly row: Schemas['StockAdjustmentItem'];
  readonly product: NamedProduct;
}

/** Changes what is on hand of different products and writes the ledger. A product that is gone has no result. */
export async function adjustBalances(
  tx: Transaction,
  tenantId: number,
  actor: string,
  adjustments: readonly BalanceAdjustment[],
): Promise<ReadonlyMap<number, AdjustedBalance>> {
  const columns = adjustments.map(columnsOf);
  const results = await adjust<AdjustedBalance>(tx, {
    tenant_id: tenantId,
    actor,
    product_ids: adjustments.map(({ product }) => product.id),
    skus: adjustments.map(({ product }) => product.sku),
    external_ids: adjustments.map(({ product }) => product.external_id),
    modes: columns.map(({ mode }) => mode),
    quantities: columns.map(({ quantity }) => quantity),
    expected: columns.map(({ expected }) => expected),
    reasons: columns.map(({ reason }) => reason),
    references: columns.map(({ reference }) => reference),
  });
  return new Map(results.map((result) => [result.productId, result]));
}

function columnsOf({ row }: BalanceAdjustment) {
  const { product_id, sku, external_id, mode, quantity, reason, ...optional } = row;
  const { reference = null, expected_on_hand: expected = null, ...unread } = optional;
  unread satisfies NoFields;
  return { mode, quantity, reason, reference, expected };
}
