import fc from 'fast-check';
import type { OrderStatus } from './trade.ts';

// An in-memory model of the rules for orders, stock, coupons and payments. Quantities are in half units, money in cents.

/** Indexes wrap around the number of rows, so that any sequence of steps can run. */
export type Step =
  | { kind: 'order'; customer: number; lines: { product: number; halves: number }[]; coupon: number | null }
  | { kind: 'move'; order: number; to: OrderStatus; restock: boolean }
  | { kind: 'pay'; order: number; cents: number | 'all'; reference: string | null }
  | { kind: 'attempt'; order: number; outcome: 'delivered' | 'failed' }
  | { kind: 'adjust'; product: number; mode: 'set' | 'delta'; halves: number }
  | { kind: 'delete'; product: number };

export const PRODUCTS = [
  { price: 1000, backorder: false },
  { price: 750, backorder: false },
  { price: 500, backorder: true },
] as const;
export const CUSTOMERS = 2;
/** The initial `on_hand` of each product. */
export const STOCK = 20;
/** A discount on the whole order, less than the price of the cheapest order. */
export const PROMOTION = { cents: 100, limit: 4 } as const;
export const COUPONS = [
  { code: 'TODOS', cents: 200, limit: 3, perCustomer: null },
  { code: 'CADA', cents: 50, limit: null, perCustomer: 1 },
  /** More than any order's price, so every order becomes free. */
  { code: 'GRATIS', cents: 1_000_000, limit: null, perCustomer: null },
] as const;

const index = fc.nat(5);
const halves = fc.constantFrom(2, 3, 4, 8);
const status = fc.constantFrom<OrderStatus>('Pending', 'In_Transit', 'In_Transit', 'Delivered', 'Canceled');
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('order'),
      customer: index,
      lines: fc.array(fc.record({ product: index, halves }), { minLength: 1, maxLength: 3 }),
      coupon: fc.option(index, { freq: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('move'), order: index, to: status, restock: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: kind('pay'), order: index, cents: fc.constantFrom(1, 900, 'all' as const) },
      reference: fc.constantFrom('A', 'a', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('attempt'),
      order: index,
      outcome: fc.constantFrom('delivered', 'failed'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: kind('adjust'), product: index, mode: fc.constantFrom('set', 'delta') },
      halves: fc.integer({ min: -6, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), product: index }) },
);
export const steps = fc.array(step, { minLength: 15, maxLength: 40, size: 'max' });

interface ModelOrder {
  status: OrderStatus;
  readonly customer: number;
  readonly halves: readonly number[];
  readonly coupon: number | null;
  readonly promoted: boolean;
  readonly total: number;
  paid: number;
  readonly references: Set<string>;
}

/** The expected result of a step: its problem code if it is refused, and the events that it emits. */
export interface Expected {
  readonly refusal?: string;
  readonly events: readonly string[];
}

const NEXT: Record<OrderStatus, OrderStatus[]> = {
  ...{
    Pending: ['In_Transit', 'Canceled'],
    In_Transit: ['Delivered', 'Canceled'],
    Delivered: [],
    Canceled: [],
  },
};
const refused = (refusal: string): Expected => ({ refusal, events: [] });

export class OrderModel {
  readonly orders: ModelOrder[] = [];
  readonly onHand = PRODUCTS.map(() => STOCK);
  readonly reserved = PRODUCTS.map(() => 0);
  readonly deleted = PRODUCTS.map(() => false);

  /** Orders that were canceled while Pending. All others count as uses. */
  readonly #released = new Set<ModelOrder>();
  #counting = (isUse: (order: ModelOrder) => boolean): number =>
    this.orders.filter((order) => isUse(order) && !this.#released.has(order)).length;

  readonly promotionUses = (): number => this.#counting(({ promoted }) => promoted);
  readonly couponUses = (coupon: number): number => this.#counting((order) => order.coupon === coupon);

  /** Applies a step. A step about an order needs at least one order. */
  take(one: Step): Expected {
    if (one.kind === 'order') return this.#order(one);
    if (one.kind === 'adjust') return this.#adjust(one);
    if (one.kind === 'delete') return this.#delete(one.product % PRODUCTS.length);
    const order = this.orders[one.order % this.orders.length]!;
    if (one.kind === 'pay') return this.#pay(order, this.amountOf(one), one.reference);
    if (one.kind === 'move') return this.#move(order, one.to, one.restock);
    if (order.status !== 'In_Transit') return refused('invalid_status_transition');
    return one.outcome === 'failed' ? { events: ['delivery.failed'] } : this.#move(order, 'Delivered', false);
  }

  /** A payment's amount. `all` is the unpaid rest, or one cent if the order is paid. */
  amountOf({ order, cents }: Extract<Step, { kind: 'pay' }>): number {
    const { total, paid } = this.orders[order % this.orders.length]!;
    return cents === 'all' ? total - paid || 1 : cents;
  }

  #order({ customer: of, lines, coupon: named }: Extract<Step, { kind: 'order' }>): Expected {
    const customer = of % CUSTOMERS;
    const coupon = named === null ? null : named % COUPONS.length;
    if (lines.some(({ product }) => this.deleted[product % PRODUCTS.length]))
      return refused('invalid_reference');
    if (coupon !== null && this.#isUsedUp(coupon, customer)) return refused('coupon_exhausted');
    const wanted = PRODUCTS.map((_, i) =>
      lines
        .filter(({ product }) => product % PRODUCTS.length === i)
        .reduce((sum, line) => sum + line.halves, 0),
    );
    const isShort = ({ backorder }: { backorder: boolean }, i: number): boolean =>
      wanted[i]! > 0 && !backorder && this.onHand[i]! - this.reserved[i]! < wanted[i]!;
    if (PRODUCTS.some(isShort)) return refused('insufficient_stock');
    const promoted = this.promotionUses() < PROMOTION.limit;
    const subtotal = PRODUCTS.reduce((sum, { price }, i) => sum + (price * wanted[i]!) / 2, 0);
    const total = Math.max(
      subtotal - (promoted ? PROMOTION.cents : 0) - (coupon === null ? 0 : COUPONS[coupon]!.cents),
      0,
    );
    for (const [i, quantity] of wanted.entries()) this.reserved[i]! += quantity;
    const fresh = { status: 'Pending', paid: 0, references: new Set<string>() } as const;
    this.orders.push({ ...fresh, customer, halves: wanted, coupon, promoted, total });
    return { events: ['order.created', ...(total === 0 ? ['order.payment_confirmed'] : [])] };
  }

  #isUsedUp(coupon: number, customer: number): boolean {
    const { limit, perCustomer } = COUPONS[coupon]!;
    const byCustomer = this.#counting((order) => order.coupon === coupon && order.customer === customer);
    return this.couponUses(coupon) >= (limit ?? Infinity) || byCustomer >= (perCustomer ?? Infinity);
  }

  #move(order: ModelOrder, to: OrderStatus, restock: boolean): Expected {
    const from = order.status;
    if (from === to) return { events: [] };
    if (!NEXT[from].includes(to)) return refused('invalid_status_transition');
    const ships = to === 'In_Transit';
    if (ships && order.halves.some((quantity, i) => this.onHand[i]! < quantity))
      return refused('insufficient_stock');
    for (const [i, quantity] of order.halves.entries()) {
      if (from === 'Pending') this.reserved[i]! -= quantity;
      if (ships) this.onHand[i]! -= quantity;
      if (from === 'In_Transit' && to === 'Canceled' && restock) this.onHand[i]! += quantity;
    }
    if (from === 'Pending' && to === 'Canceled') this.#released.add(order);
    order.status = to;
    return { events: ['order.status_changed', ...(to === 'Delivered' ? ['delivery.completed'] : [])] };
  }

  #pay(order: ModelOrder, cents: number, reference: string | null): Expected {
    if (reference !== null && order.references.has(reference)) return refused('already_exists');
    if (order.status === 'Canceled' || order.paid + cents > order.total)
      return refused('payment_exceeds_total');
    order.paid += cents;
    if (reference !== null) order.references.add(reference);
    return { events: order.paid === order.total ? ['order.payment_confirmed'] : [] };
  }

  #adjust({ product, mode, halves: quantity }: Extract<Step, { kind: 'adjust' }>): Expected {
    const i = product % PRODUCTS.length;
    if (mode === 'set' && quantity < 0) return refused('invalid_request');
    if (this.deleted[i]) return refused('not_found');
    const target = mode === 'set' ? quantity : this.onHand[i]! + quantity;
    if (target < 0) return refused('insufficient_stock');
    this.onHand[i] = target;
    return { events: [] };
  }

  #delete(i: number): Expected {
    if (this.deleted[i]) return refused('not_found');
    if (this.reserved[i]! > 0) return refused('in_use');
    this.deleted[i] = true;
    return { events: [] };
  }
}
