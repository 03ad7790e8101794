import { MAX_STOCK } from '../../catalogue/stock/level.ts';
import { lockedBalances } from '../../catalogue/stock/lock-balances.ts';

// Quantities are read by their position in :product_ids. Joining an unnest() of them made PostgreSQL misjudge the number
// of rows: 30 ms instead of 1.
export const wanted = (product: string) =>
  `(:quantities::numeric[])[array_position(:product_ids::int[], ${product})]`;
const allowsBackorder = (product: string) =>
  `(:backorders::boolean[])[array_position(:product_ids::int[], ${product})]`;

/** A balance is missing from `locked` if its product was deleted after the order was computed. */
export const CAN_RESERVE =
  '(SELECT count(*) FROM short) = 0 AND (SELECT count(*) FROM locked) = cardinality(:product_ids::int[])';

/** CTEs that lock balances if `first` is true, and reserve all that is wanted or nothing. */
export const reserveStock = (first: string) =>
  `locked AS MATERIALIZED (
     ${lockedBalances('b.product_id, b.on_hand - b.reserved AS available, b.reserved', first)}
   ), short AS MATERIALIZED (
     -- Products with too little stock, or with more reserved than a balance can hold. One is enough to write nothing.
     SELECT product_id, available FROM locked
     WHERE available < ${wanted('product_id')} AND NOT ${allowsBackorder('product_id')}
       OR reserved + ${wanted('product_id')} > ${MAX_STOCK}
   ), reserved AS (
     -- Computed from the locked rows, not from b: move-stock.ts has the reason.
     UPDATE stock_balances b SET reserved = l.reserved + ${wanted('l.product_id')}, updated_at = statement_timestamp()
     FROM locked l WHERE b.tenant_id = :tenant_id AND b.product_id = l.product_id AND ${CAN_RESERVE}
     RETURNING b.product_id, b.on_hand, b.reserved
   )`;
