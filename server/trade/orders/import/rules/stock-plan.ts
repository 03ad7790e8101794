import { microText, toMicro } from '../../../../base/money.ts';
import { ApiProblem } from '../../../../base/problems/api-problem.ts';
import type { PricedLine } from '../../rules/price-lines.ts';
import { type Item, type Step, shippedAt } from './history.ts';

/** A locked balance, in millionths. */
export interface Balance {
  readonly onHand: bigint;
  readonly reserved: bigint;
}

/** A row of the ledger, with the balance after it. Quantities are decimal text. */
export interface Movement {
  readonly product_id: number;
  readonly type: 'reservation' | 'shipment' | 'adjustment' | 'return';
  readonly reason: 'shortage' | null;
  readonly quantity: string;
  readonly on_hand: string;
  readonly reserved: string;
}

interface Moving {
  readonly item: Item;
  readonly history: readonly Step[];
  readonly lines: readonly PricedLine[];
}

/**
 * What an order moves of the balances, and what they are afterwards. The ledger has a reservation even of what was shipped at once: what
 * an order has reserved is what it can return. What isn't there to be shipped is adjusted first, so that the ledger adds up.
 */
export function planStock(
  order: Moving,
  balances: ReadonlyMap<number, Balance>,
  max: bigint,
): { readonly movements: readonly Movement[]; readonly after: ReadonlyMap<number, Balance> } {
  const movements: Movement[] = [];
  const after = new Map<number, Balance>();
  const isShipped = shippedAt(order.history) !== undefined;
  if (!isShipped && order.item.status !== 'Pending') return { movements, after };
  for (const [productId, { sku, sold, back }] of quantitiesOf(order)) {
    let balance = balances.get(productId);
    if (!balance) continue;
    const move = (type: Movement['type'], micro: bigint, by: Balance): void => {
      balance = { onHand: balance!.onHand + by.onHand, reserved: balance!.reserved + by.reserved };
      if (balance.onHand > max || balance.reserved > max) throw tooMuch(sku, productId);
      movements.push({
        ...{ product_id: productId, type, reason: type === 'adjustment' ? 'shortage' : null },
        ...{
          quantity: microText(micro),
          on_hand: microText(balance.onHand),
          reserved: microText(balance.reserved),
        },
      });
    };
    move('reservation', sold, { onHand: 0n, reserved: sold });
    const short = sold - balance.onHand;
    if (isShipped && short > 0n) move('adjustment', short, { onHand: short, reserved: 0n });
    if (isShipped) move('shipment', -sold, { onHand: -sold, reserved: -sold });
    if (back > 0n) move('return', back, { onHand: back, reserved: 0n });
    after.set(productId, balance);
  }
  return { movements, after };
}

/** By product, in the order of their ids: what was sold of it, and what came back on the shelf. */
function quantitiesOf({ item, history, lines }: Moving) {
  const quantities = new Map<number, { readonly sku: string; sold: bigint; back: bigint }>();
  const restocked = history.at(-1)!.restock;
  for (const [index, { product, micro }] of lines.entries()) {
    if (!product.track_stock) continue;
    const { id, sku } = product;
    const sums = quantities.get(id) ?? { sku, sold: 0n, back: 0n };
    quantities.set(id, sums);
    const returned = returnedMicro(item, index + 1);
    sums.sold += micro;
    sums.back += returned.restocked + (restocked ? micro - returned.all : 0n);
  }
  return [...quantities].sort(([a], [b]) => a - b);
}

/** What came back of a line, in millionths: all of it, and what went back on the shelf. */
export function returnedMicro({ returns = [] }: Item, line: number) {
  const sums = { all: 0n, restocked: 0n };
  for (const { items, restock } of returns)
    for (const each of items) {
      if (each.line !== line) continue;
      sums.all += toMicro(each.quantity);
      if (restock) sums.restocked += toMicro(each.quantity);
    }
  return sums;
}

function tooMuch(sku: string, productId: number): ApiProblem {
  const detail = `the stock of ${sku} would exceed the maximum`;
  return new ApiProblem('insufficient_stock', `The ${detail.slice(4)}.`, {
    errors: [{ pointer: '#/items', code: 'insufficient_stock', detail, product_id: productId }],
  });
}
