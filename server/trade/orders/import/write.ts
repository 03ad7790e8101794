import type { Caller } from '../../../accounts/api-keys/caller.ts';
import { microText, toCents, toMicro } from '../../../base/money.ts';
import { RetryTransactionError } from '../../../db/pool/retry-transaction-error.ts';
import type { Transaction } from '../../../db/querier.ts';
import { problemOfViolation } from '../../../db/sql/violations.ts';
import { MAX_STOCK } from '../../catalogue/stock/level.ts';
import { rowJson } from '../place/insert-plain-orders.ts';
import { lockBalances, writeImport } from './import-sql.ts';
import type { ImportedOrder } from './imported-order.ts';
import { referencesDigest } from './references-digest.ts';
import { confirmedAt } from './rules/confirmed-at.ts';
import { importedEvents } from './rules/imported-events.ts';
import { type Balance, type Movement, planStock } from './rules/stock-plan.ts';

/** An order to write, with what it moves. */
export interface PlannedOrder extends ImportedOrder {
  readonly movements: readonly Movement[];
}

/** What is on hand and reserved, while it's planned what orders move of it. */
export class PlannedStock {
  readonly #balances: Map<number, Balance>;
  readonly #changed = new Set<number>();

  constructor(balances: ReadonlyMap<number, Balance>) {
    this.#balances = new Map(balances);
  }

  /** What the next order moves. Throws the problem that refuses it, and moves nothing then. */
  plan(order: ImportedOrder): PlannedOrder {
    const { movements, after } = planStock(order, this.#balances, toMicro(MAX_STOCK));
    for (const [productId, balance] of after) {
      this.#balances.set(productId, balance);
      this.#changed.add(productId);
    }
    return { ...order, movements };
  }

  changes() {
    return [...this.#changed].map((product_id) => {
      const { onHand, reserved } = this.#balances.get(product_id)!;
      return { product_id, on_hand: microText(onHand), reserved: microText(reserved) };
    });
  }
}

/** Locks the balances of all products that orders move. */
export async function lockStock(
  tx: Transaction,
  tenantId: number,
  orders: readonly ImportedOrder[],
): Promise<PlannedStock> {
  const lines = orders.flatMap((order) => order.lines);
  const tracked = lines.flatMap(({ product }) => (product.track_stock ? [product.id] : []));
  if (tracked.length === 0) return new PlannedStock(new Map());
  const rows = await lockBalances<{ productId: number; onHand: string; reserved: string }>(tx, {
    tenant_id: tenantId,
    product_ids: [...new Set(tracked)],
  });
  return new PlannedStock(
    new Map(
      rows.map(({ productId, onHand, reserved }) => [
        productId,
        { onHand: toMicro(onHand), reserved: toMicro(reserved) },
      ]),
    ),
  );
}

export interface WrittenOrder {
  readonly document: string;
  /** JSON text. */
  readonly shortages: string;
}

/** Writes the orders with their movements and events, in their sequence. */
export async function writeOrders(
  tx: Transaction,
  caller: Caller,
  orders: readonly PlannedOrder[],
  { stock, feedOnly }: { readonly stock: PlannedStock | null; readonly feedOnly: boolean },
): Promise<WrittenOrder[]> {
  if (orders.length === 0) return [];
  const movements = orders.flatMap((order, index) =>
    order.movements.map((each) => ({ n: index + 1, ...each })),
  );
  const events = orders.flatMap((order, index) =>
    importedEvents(order.item, order.history, confirmedOf(order)).map((each) => ({ n: index + 1, ...each })),
  );
  const balances = stock?.changes() ?? [];
  const written = await writeImport<WrittenOrder>(tx, {
    tenant_id: caller.tenantId,
    actor: caller.actor,
    feed_only: feedOnly,
    orders: `[${orders.map((order) => orderJson(order, stock === null)).join(',')}]`,
    product_ids: balances.map(({ product_id }) => product_id),
    on_hand: balances.map(({ on_hand }) => on_hand),
    reserved: balances.map(({ reserved }) => reserved),
    movements: JSON.stringify(inSequence(movements)),
    events: JSON.stringify(inSequence(events)),
  }).catch(againIfTaken);
  return written.map((row, index) => ({ ...row, shortages: named(row.shortages, orders[index]!) }));
}

/** When the order was paid first; one that costs nothing was paid when it was placed. */
const confirmedOf = ({ recorded, row, history }: PlannedOrder): string | null =>
  Number(row.total) === 0 ? history[0]!.at : confirmedAt(recorded, toCents(row.total!));

/** Movements with what the integrator calls their product and their order. */
function named(movements: string, { item, lines }: PlannedOrder): string {
  if (movements === '[]') return movements;
  const products = new Map(lines.map(({ product }) => [product.id, product]));
  const shown = (JSON.parse(movements) as { readonly product_id: number }[]).map((movement) => {
    const { external_id, sku } = products.get(movement.product_id)!;
    return { ...movement, product_external_id: external_id, sku, order_external_id: item.external_id };
  });
  return JSON.stringify(shown);
}

const inSequence = <T extends object>(rows: readonly T[]) =>
  rows.map((row, position) => ({ position, ...row }));

/** The columns of an order, and what it records, which are members of one object. */
function orderJson(order: PlannedOrder, skips_stock: boolean): string {
  const { item, row, recorded, lines } = order;
  const { coupon_id: _, coupon_discount: __, promotion_ids: ___, ...columns } = row;
  const referred = { customerId: row.customer_id, productIds: lines.map(({ product }) => product.id) };
  const payment_confirmed = confirmedOf(order) !== null;
  const others = {
    ...recorded,
    payment_confirmed,
    skips_stock,
    references_digest: referencesDigest(item, referred),
  };
  return `${rowJson(columns).slice(0, -1)},${JSON.stringify(others).slice(1)}`;
}

/** Somebody has created an order with one of the ids since they were looked up. It is found then. */
function againIfTaken(error: unknown): never {
  if (problemOfViolation(error))
    throw new RetryTransactionError('An external id was taken while orders were imported.');
  throw error;
}
