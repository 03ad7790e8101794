import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedCart, type Placed } from '../../programs/oracle/changed-cart.ts';
import { openLiveShop, type PlacedOrder } from '../../programs/oracle/live-shop.ts';
import { ORACLES } from '../../programs/oracle/oracles.ts';
import type { Amounts, Cart, CartChange, Expected, Oracle, Shop } from '../../programs/oracle/shop.ts';
import { CARTS_PER_SHOP, shopWithCarts } from '../../programs/oracle/shop-arbitraries.ts';
import { afterOrder, withoutUses } from '../../programs/oracle/usage.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

/** Carts ordered through the API: 100 take about 5 s; `npm run program oracle` sets 10 000. */
const CARTS = Number(process.env.TRADEPOST_ORACLE_CARTS ?? 100);
const MS_PER_CART = 5_000;
/** Random in each run; a failure prints it. */
const SEED = Number(process.env.TRADEPOST_ORACLE_SEED ?? Math.trunc(Math.random() * 2 ** 31));

const KINDS = [
  ...['priced', 'finer than a cent', 'charge of a line', 'kept charges'],
  ...['order discount', 'order discount beside others', 'order discount beside one of a line'],
  ...['priced anew', 'changed at the prices of then', 'invalid_request', 'change refused: invalid_request'],
];
const seen = new Map<string, number>();
const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);

function expectAsComputed(answers: readonly Expected[], of: object, compute: (by: Oracle) => Expected): void {
  for (const [name, oracle] of ORACLES) {
    const want = compute(oracle);
    expect(answers, `seed ${SEED}, ${name}: ${JSON.stringify(of)}`).toEqual(answers.map(() => want));
  }
}

/** All that can be taken off the whole order, and a cent more. */
function mostOrderDiscounts({ total, shipping_amount, charges_total, agreed_discount }: Amounts): number[] {
  const cents = (amount: number): number => Math.round(amount * 100);
  const left = cents(total) - cents(shipping_amount) - cents(charges_total) + cents(agreed_discount);
  return [left / 100, (left + 1) / 100];
}

/** Another price for the first product. */
const repriced = (one: Shop, price: number): Shop => ({
  ...one,
  products: one.products.map((product, i) => (i === 0 ? { ...product, price } : product)),
});

function countChange({ cart, pricedBy, now }: Placed, change: CartChange, answer: Expected): void {
  if ('refused' in answer) count(`change refused: ${answer.refused}`);
  else if (change.items && pricedBy === now) count('priced anew');
  else if (pricedBy !== now) count('changed at the prices of then');
  if (!('refused' in answer) && change.charges === undefined && cart.charges.length > 0)
    count('kept charges');
}

/** Changes an order. A refused change leaves it as it was. */
async function changeOrder(order: PlacedOrder, placed: Placed, change: CartChange): Promise<Placed> {
  const before = await order.read();
  const answer = await order.change(change);
  const next = changedCart(placed, change);
  const after = 'refused' in next ? placed : next;
  countChange(after, change, answer);
  const of = { ...placed, change };
  expectAsComputed([answer], of, (oracle) => ('refused' in next ? next : oracle(next.pricedBy, next.cart)));
  const refused = 'refused' in answer;
  expect(await order.read(), JSON.stringify(of)).toEqual(refused ? before : answer);
  return refused ? placed : after;
}

function countOrder({ items }: Cart, answer: Expected): void {
  if ('refused' in answer) return void count(answer.refused);
  const { agreed_discount, discounts, charges, items: lines } = answer;
  const kinds = {
    'order discount': agreed_discount > 0,
    'order discount beside others': agreed_discount > 0 && discounts.length > 0,
    'order discount beside one of a line': agreed_discount > 0 && items.some(({ discount }) => discount),
    'charge of a line': charges.some(({ item }) => item !== null),
    'finer than a cent': lines.some(({ unit_price }) => /e-|[.]\d{3}/.test(String(unit_price))),
  };
  for (const [kind, occurs] of Object.entries(kinds)) if (occurs) count(kind);
  count('priced');
}

it(`quotes and orders ${CARTS} carts at the prices of every oracle, and changes or cancels some in between`, {
  timeout: 30_000 + CARTS * MS_PER_CART,
}, async () => {
  const shops = fc.sample(shopWithCarts, { seed: SEED, numRuns: Math.ceil(CARTS / CARTS_PER_SHOP) });
  for (const [made, carts] of shops) {
    let present = withoutUses(made);
    const live = await openLiveShop(environment(), present);
    for (const [index, { ordered, changes, price }] of carts.entries()) {
      const before = present;
      const compared = { shop: before, cart: ordered };
      const quoted = await live.quote(ordered);
      const order = await live.order(ordered, quoted);
      const response = 'refused' in order ? order : order.answer;
      expectAsComputed([quoted, response], compared, (oracle) => oracle(before, ordered));
      countOrder(ordered, response);
      if ('refused' in order) continue;
      let placed: Placed = { cart: ordered, pricedBy: before, now: before };
      if (index % 3 === 1) {
        if (index % 2 === 1) placed = { ...placed, now: repriced(before, price) };
        if (index % 2 === 1) await live.reprice(placed.now.products[0]!.id, price);
        for (const change of changes) placed = await changeOrder(order, placed, change);
        for (const agreed_discount of mostOrderDiscounts(await order.read()))
          placed = await changeOrder(order, placed, { agreed_discount });
      }
      present = afterOrder(placed.now, await order.read(), 1);
      if (index % 3 !== 0) continue;
      await order.cancel();
      present = afterOrder(present, response, -1);
    }
  }
  // Agreement proves something only if every kind occurred; a hundred carts may lack one.
  for (const kind of KINDS) expect(seen.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(Math.floor(CARTS / 200));
});
