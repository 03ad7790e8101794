import fc from 'fast-check';
import type { OrderStatus } from './trade.ts';

// An in-memory model of the rules for orders, stock, coupons and payments. Quantities are in half units, money in cents.

interface ModelLine {
  readonly product: number;
  readonly halves: number;
}

/** Indexes wrap around the number of rows, so that any sequence of steps can run. */
export type Step =
  | { kind: 'order'; customer: number; lines: ModelLine[]; coupon: number | null }
  | { kind: 'change'; order: number; customer?: number; lines?: ModelLine[]; coupon?: number | null }
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
const lines = fc.array(fc.record({ product: index, halves }), { minLength: 1, maxLength: 3 });
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('order'),
      customer: index,
      lines,
      coupon: fc.option(index, { freq: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      { kind: kind('change'), order: index, customer: index, lines, coupon: fc.option(index) },
      { requiredKeys: ['kind', 'order'] },
    ),
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

/** What is computed anew when an order changes. Halves are by product. */
interface Content {
  readonly customer: number;
  readonly lines: readonly ModelLine[];
  readonly halves: readonly number[];
  readonly coupon: number | null;
  readonly promoted: boolean;
  readonly total: number;
}
interface ModelOrder {
  status: OrderStatus;
  content: Content;
  paid: number;
  /** Whether it was paid at any time. */
  confirmed: boolean;
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

/** Lines with the indexes of their products. */
const wrapped = (lines: readonly ModelLine[]): ModelLine[] =>
  lines.map(({ product, halves }) => ({ product: product % PRODUCTS.length, halves }));

export class OrderModel {
  readonly orders: ModelOrder[] = [];
  readonly onHand = PRODUCTS.map(() => STOCK);
  readonly reserved = PRODUCTS.map(() => 0);
  readonly deleted = PRODUCTS.map(() => false);

  /** Orders that were canceled while Pending. All others count as uses. */
  readonly #released = new Set<ModelOrder>();
  #counting = (isUse: (order: ModelOrder) => boolean): number =>
    this.orders.filter((order) => isUse(order) && !this.#released.has(order)).length;

  readonly promotionUses = (except?: ModelOrder): number =>
    this.#counting((order) => order !== except && order.content.promoted);
  readonly couponUses = (coupon: number, except?: ModelOrder): number =>
    this.#counting((order) => order !== except && order.content.coupon === coupon);

  /** Applies a step. A step about an order needs at least one order. */
  take(one: Step): Expected {
    if (one.kind === 'order') return this.#order(one);
    if (one.kind === 'adjust') return this.#adjust(one);
    if (one.kind === 'delete') return this.#delete(one.product % PRODUCTS.length);
    const order = this.orders[one.order % this.orders.length]!;
    if (one.kind === 'change') return this.#change(order, one);
    if (one.kind === 'pay') return this.#pay(order, this.amountOf(one), one.reference);
    if (one.kind === 'move') return this.#move(order, one.to, one.restock);
    if (order.status !== 'In_Transit') return refused('invalid_status_transition');
    return one.outcome === 'failed' ? { events: ['delivery.failed'] } : this.#move(order, 'Delivered', false);
  }

  /** A payment's amount. `all` is the unpaid rest, or one cent if the order is paid. */
  amountOf({ order, cents }: Extract<Step, { kind: 'pay' }>): number {
    const { content, paid } = this.orders[order % this.orders.length]!;
    return cents === 'all' ? Math.max(content.total - paid, 0) || 1 : cents;
  }

  #order({ customer, lines, coupon }: Extract<Step, { kind: 'order' }>): Expected {
    const content = this.#compute({ customer, lines, coupon });
    if (typeof content === 'string') return refused(content);
    for (const [i, quantity] of content.halves.entries()) this.reserved[i]! += quantity;
    const order: ModelOrder = {
      ...{ status: 'Pending', content, paid: 0, confirmed: false, references: new Set() },
    };
    this.orders.push(order);
    return { events: ['order.created', ...this.#confirm(order)] };
  }

  #change(order: ModelOrder, { customer, lines, coupon }: Extract<Step, { kind: 'change' }>): Expected {
    const { content: before } = order;
    const wanted = {
      customer: customer === undefined ? before.customer : customer % CUSTOMERS,
      lines: lines === undefined ? before.lines : wrapped(lines),
      coupon: coupon === undefined ? before.coupon : coupon === null ? null : coupon % COUPONS.length,
    };
    const isSame =
      wanted.customer === before.customer &&
      wanted.coupon === before.coupon &&
      JSON.stringify(wanted.lines) === JSON.stringify(before.lines);
    if (isSame) return { events: [] };
    if (order.status !== 'Pending') return refused('order_not_editable');
    const content = this.#compute(wanted, order);
    if (typeof content === 'string') return refused(content);
    for (const [i, quantity] of content.halves.entries()) this.reserved[i]! += quantity - before.halves[i]!;
    order.content = content;
    return { events: this.#confirm(order) };
  }

  /** The event of an order that is paid for the first time. */
  #confirm(order: ModelOrder): string[] {
    if (order.confirmed || order.paid < order.content.total) return [];
    order.confirmed = true;
    return ['order.payment_confirmed'];
  }

  /** What a new order, or one that is changed, has; or the code of the problem that refuses it. */
  #compute(
    { customer: of, lines, coupon: named }: Pick<Content, 'customer' | 'lines' | 'coupon'>,
    changed?: ModelOrder,
  ): Content | string {
    const customer = of % CUSTOMERS;
    const coupon = named === null ? null : named % COUPONS.length;
    if (lines.some(({ product }) => this.deleted[product % PRODUCTS.length])) return 'invalid_reference';
    if (coupon !== null && this.#isUsedUp(coupon, customer, changed)) return 'coupon_exhausted';
    const wanted = PRODUCTS.map((_, i) =>
      lines
        .filter(({ product }) => product % PRODUCTS.length === i)
        .reduce((sum, line) => sum + line.halves, 0),
    );
    const isShort = ({ backorder }: { backorder: boolean }, i: number): boolean => {
      const more = wanted[i]! - (changed?.content.halves[i] ?? 0);
      return more > 0 && !backorder && this.onHand[i]! - this.reserved[i]! < more;
    };
    if (PRODUCTS.some(isShort)) return 'insufficient_stock';
    const promoted = this.promotionUses(changed) < PROMOTION.limit;
    const subtotal = PRODUCTS.reduce((sum, { price }, i) => sum + (price * wanted[i]!) / 2, 0);
    const total = Math.max(
      subtotal - (promoted ? PROMOTION.cents : 0) - (coupon === null ? 0 : COUPONS[coupon]!.cents),
      0,
    );
    return { customer, lines: wrapped(lines), halves: wanted, coupon, promoted, total };
  }

  #isUsedUp(coupon: number, customer: number, except?: ModelOrder): boolean {
    const { limit, perCustomer } = COUPONS[coupon]!;
    const byCustomer = this.#counting(
      (order) => order !== except && order.content.coupon === coupon && order.content.customer === customer,
    );
    return this.couponUses(coupon, except) >= (limit ?? Infinity) || byCustomer >= (perCustomer ?? Infinity);
  }

  #move(order: ModelOrder, to: OrderStatus, restock: boolean): Expected {
    const from = order.status;
    if (from === to) return { events: [] };
    if (!NEXT[from].includes(to)) return refused('invalid_status_transition');
    const ships = to === 'In_Transit';
    if (ships && order.content.halves.some((quantity, i) => this.onHand[i]! < quantity))
      return refused('insufficient_stock');
    for (const [i, quantity] of order.content.halves.entries()) {
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
    if (order.status === 'Canceled' || order.paid + cents > order.content.total)
      return refused('payment_exceeds_total');
    order.paid += cents;
    if (reference !== null) order.references.add(reference);
    return { events: this.#confirm(order) };
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
