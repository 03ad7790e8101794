import type { OrderStatus } from '../trade.ts';
import { isOverDiscounted, priceOf, productOf, quantitiesOf } from './cart.ts';
import { COUPONS, CUSTOMERS, PRODUCTS, PROMOTION, STOCK } from './rows.ts';
import type { Step, StepOf } from './steps.ts';

// An in-memory model of the rules for orders, stock, coupons and payments. Quantities are in half units, money in cents.

interface ModelOrder {
  status: OrderStatus;
  readonly customer: number;
  readonly halves: readonly number[];
  /** The coupon that it redeemed. */
  readonly redeemed: number | null;
  readonly promoted: boolean;
  readonly total: number;
  paid: number;
  readonly references: Set<string>;
}

/** The expected result of a step: its problem code if it is refused, and the events that it emits. */
export interface Expected {
  readonly refusal?: string;
  readonly events: readonly string[];
  /** The status of each row of a batch. */
  readonly rows?: readonly number[];
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
  readonly couponUses = (coupon: number): number => this.#counting(({ redeemed }) => redeemed === coupon);

  /** Applies a step. A step about an order needs at least one order. */
  take(one: Step): Expected {
    if (one.kind === 'order') return this.#order(one);
    if (one.kind === 'adjust') return this.#adjust(one);
    if (one.kind === 'count') return this.#count(one);
    if (one.kind === 'delete') return this.#delete(one.product % PRODUCTS.length);
    const order = this.orders[one.order % this.orders.length]!;
    if (one.kind === 'pay') return this.#pay(order, this.amountOf(one), one.reference);
    if (one.kind === 'move') return this.#move(order, one.to, one.restock);
    if (order.status !== 'In_Transit') return refused('invalid_status_transition');
    return one.outcome === 'failed' ? { events: ['delivery.failed'] } : this.#move(order, 'Delivered', false);
  }

  /** A payment's amount. `all` is the unpaid rest, or one cent if the order is paid. */
  amountOf({ order, cents }: StepOf<'pay'>): number {
    const { total, paid } = this.orders[order % this.orders.length]!;
    return cents === 'all' ? total - paid || 1 : cents;
  }

  #order({ customer: of, lines, coupon: named }: StepOf<'order'>): Expected {
    const customer = of % CUSTOMERS;
    const coupon = named === null ? null : named % COUPONS.length;
    if (lines.some(isOverDiscounted)) return refused('invalid_request');
    if (lines.some((line) => this.deleted[productOf(line)])) return refused('invalid_reference');
    if (coupon !== null && this.#isUsedUp(coupon, customer)) return refused('coupon_exhausted');
    const wanted = quantitiesOf(lines);
    const isShort = ({ backorder }: { backorder: boolean }, i: number): boolean =>
      wanted[i]! > 0 && !backorder && this.onHand[i]! - this.reserved[i]! < wanted[i]!;
    if (PRODUCTS.some(isShort)) return refused('insufficient_stock');
    const price = priceOf(lines, this.promotionUses() < PROMOTION.limit, coupon);
    for (const [i, quantity] of wanted.entries()) this.reserved[i]! += quantity;
    const fresh = { status: 'Pending', paid: 0, references: new Set<string>() } as const;
    this.orders.push({ ...fresh, ...price, customer, halves: wanted });
    return { events: ['order.created', ...(price.total === 0 ? ['order.payment_confirmed'] : [])] };
  }

  #isUsedUp(coupon: number, customer: number): boolean {
    const { limit, perCustomer } = COUPONS[coupon]!;
    const byCustomer = this.#counting((order) => order.redeemed === coupon && order.customer === customer);
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

  #adjust({ product, mode, halves: quantity }: StepOf<'adjust'>): Expected {
    const i = product % PRODUCTS.length;
    if (mode === 'set' && quantity < 0) return refused('invalid_request');
    if (this.deleted[i]) return refused('not_found');
    const target = mode === 'set' ? quantity : this.onHand[i]! + quantity;
    if (target < 0) return refused('insufficient_stock');
    this.onHand[i] = target;
    return { events: [] };
  }

  /** Each row on its own, except that no two valid ones may be of one product. */
  #count({ rows }: StepOf<'count'>): Expected {
    const valid = rows.filter((row) => row.mode === 'delta' || row.halves >= 0);
    const isRepeated = (row: (typeof rows)[number]): boolean =>
      valid.some((other) => other !== row && productOf(other) === productOf(row));
    const statuses = rows.map((row): number => {
      if (!valid.includes(row)) return 400;
      if (this.deleted[productOf(row)]) return 422;
      if (isRepeated(row)) return 400;
      const before = this.onHand[productOf(row)];
      if (this.#adjust({ kind: 'adjust', ...row }).refusal) return 409;
      return this.onHand[productOf(row)] === before ? 200 : 201;
    });
    return { events: [], rows: statuses };
  }

  #delete(i: number): Expected {
    if (this.deleted[i]) return refused('not_found');
    if (this.reserved[i]! > 0) return refused('in_use');
    this.deleted[i] = true;
    return { events: [] };
  }
}
