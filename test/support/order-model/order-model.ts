import type { OrderStatus } from '../trade.ts';
import { isOverDiscounted, priceOf, productOf, quantitiesOf, wrapped } from './cart.ts';
import { done, type Expected, refused } from './expected.ts';
import { pay, refund, voidPayment } from './model-money.ts';
import {
  type Content,
  confirm,
  type ModelOrder,
  paidOf,
  placed,
  refundedOf,
  settledOf,
  type Wish,
} from './model-order.ts';
import { ModelStock } from './model-stock.ts';
import { COUPONS, CUSTOMERS, PROMOTION } from './rows.ts';
import type { AboutOrder, Step, StepOf } from './steps.ts';

// An in-memory model of the rules for orders, stock, coupons, payments and refunds. Quantities are in half units, money in
// cents.

const NEXT: Record<OrderStatus, OrderStatus[]> = {
  ...{
    Pending: ['In_Transit', 'Canceled'],
    In_Transit: ['Delivered', 'Canceled'],
    Delivered: [],
    Canceled: [],
  },
};

export class OrderModel {
  readonly orders: ModelOrder[] = [];
  readonly stock = new ModelStock();

  /** Orders that were canceled while Pending. All others count as uses. */
  readonly #released = new Set<ModelOrder>();
  #counting = (isUse: (content: Content) => boolean, except?: ModelOrder): number =>
    this.orders.filter((order) => order !== except && isUse(order.content) && !this.#released.has(order))
      .length;

  readonly promotionUses = (except?: ModelOrder): number =>
    this.#counting(({ promoted }) => promoted, except);
  readonly couponUses = (coupon: number, except?: ModelOrder): number =>
    this.#counting(({ redeemed }) => redeemed === coupon, except);

  /** Applies a step. A step about an order needs at least one order. */
  take(one: Step): Expected {
    if (one.kind === 'order') return this.#order(one);
    if (one.kind === 'adjust') return this.stock.adjust(one);
    if (one.kind === 'count') return this.stock.count(one);
    if (one.kind === 'delete') return this.stock.delete(productOf(one));
    return this.#takeOf(this.orders[one.order % this.orders.length]!, one);
  }

  /** After a step, whose response is known: the events of orders that are paid for the first time. */
  confirmed(surpluses: readonly number[]): string[] {
    return this.orders.flatMap((order, i) => {
      order.surplus = surpluses[i]!;
      return confirm(order);
    });
  }

  #takeOf(order: ModelOrder, one: AboutOrder): Expected {
    if (one.kind === 'change') return this.#change(order, one);
    if (one.kind === 'pay') return pay(order, this.amountOf(one), one.reference);
    if (one.kind === 'void') return voidPayment(order, one.payment);
    if (one.kind === 'refund') return refund(order, { ...one, cents: this.amountOf(one) });
    if (one.kind === 'return') return this.#return(order, one);
    if (one.kind === 'move') return this.#move(order, one.to, one.restock);
    if (order.status !== 'In_Transit') return refused('invalid_status_transition');
    return one.outcome === 'failed' ? done('delivery.failed') : this.#move(order, 'Delivered', false);
  }

  /** The amount of a payment or refund. `all` is all that is left, or one cent if nothing is. */
  amountOf(one: StepOf<'pay' | 'refund' | 'return'>): number {
    const order = this.orders[one.order % this.orders.length]!;
    const left =
      one.kind === 'pay' ? order.content.total - settledOf(order) : paidOf(order) - refundedOf(order);
    return one.cents === 'all' ? Math.max(left, 1) : (one.cents ?? 0);
  }

  #order({ customer, lines, coupon }: StepOf<'order'>): Expected {
    const wish = { customer: customer % CUSTOMERS, lines: wrapped(lines), coupon: couponOf(coupon) };
    const content = this.#compute(wish);
    if (typeof content === 'string') return refused(content);
    this.stock.reserve(content.halves);
    const order = placed(content);
    this.orders.push(order);
    return done('order.created');
  }

  #change(order: ModelOrder, { customer, lines, coupon }: StepOf<'change'>): Expected {
    const { content: before } = order;
    const wish: Wish = {
      customer: customer === undefined ? before.customer : customer % CUSTOMERS,
      lines: lines === undefined ? before.lines : wrapped(lines),
      coupon: coupon === undefined ? before.coupon : couponOf(coupon),
    };
    if (isSame(wish, before)) return done();
    // What is wrong in the body is found before the order is looked at.
    if (wish.lines.some(isOverDiscounted)) return refused('invalid_request');
    if (order.status !== 'Pending') return refused('order_not_editable');
    const content = this.#compute(wish, order);
    if (typeof content === 'string') return refused(content);
    this.stock.reserve(content.halves.map((halves, i) => halves - before.halves[i]!));
    order.content = content;
    order.returned = content.lines.map(() => 0);
    return done();
  }

  /** What a new order, or one that is changed, has; or the code of the problem that refuses it. */
  #compute(wish: Wish, changed?: ModelOrder): Content | string {
    const { customer, lines, coupon } = wish;
    if (lines.some(isOverDiscounted)) return 'invalid_request';
    if (lines.some((line) => this.stock.deleted[productOf(line)])) return 'invalid_reference';
    if (coupon !== null && this.#isUsedUp(coupon, customer, changed)) return 'coupon_exhausted';
    const halves = quantitiesOf(lines);
    if (this.stock.isShort(halves.map((wanted, i) => wanted - (changed?.content.halves[i] ?? 0))))
      return 'insufficient_stock';
    const promotes = this.promotionUses(changed) < PROMOTION.limit;
    return { ...wish, ...priceOf(lines, promotes, coupon), halves };
  }

  #isUsedUp(coupon: number, customer: number, except?: ModelOrder): boolean {
    const { limit, perCustomer } = COUPONS[coupon]!;
    const byCustomer = this.#counting(
      (content) => content.redeemed === coupon && content.customer === customer,
      except,
    );
    return this.couponUses(coupon, except) >= (limit ?? Infinity) || byCustomer >= (perCustomer ?? Infinity);
  }

  #return(order: ModelOrder, one: StepOf<'return'>): Expected {
    const { lines } = order.content;
    if (order.status !== 'In_Transit' && order.status !== 'Delivered') return refused('return_not_allowed');
    if (one.items.some(({ line }) => line >= lines.length)) return refused('invalid_reference');
    if (one.items.some(({ line, halves }) => order.returned[line]! + halves > lines[line]!.halves))
      return refused('return_exceeds_sold');
    const refunded =
      one.cents === null
        ? done()
        : refund(order, { cents: this.amountOf(one), reference: null, payment: null });
    if (refunded.refusal) return refunded;
    for (const { line, halves } of one.items) order.returned[line]! += halves;
    const back = one.items.map(({ line, halves }) => ({ ...lines[line]!, halves }));
    if (one.restock) this.stock.receive(quantitiesOf(back));
    return done();
  }

  #move(order: ModelOrder, to: OrderStatus, restock: boolean): Expected {
    const from = order.status;
    const { halves } = order.content;
    if (from === to) return done();
    if (!NEXT[from].includes(to)) return refused('invalid_status_transition');
    const leaves = halves.map((quantity) => -quantity);
    if (to === 'In_Transit' && halves.some((quantity, i) => this.stock.onHand[i]! < quantity))
      return refused('insufficient_stock');
    if (from === 'Pending') this.stock.reserve(leaves);
    if (to === 'In_Transit') this.stock.receive(leaves);
    if (from === 'In_Transit' && to === 'Canceled' && restock) this.stock.receive(notReturned(order));
    if (from === 'Pending' && to === 'Canceled') this.#released.add(order);
    order.status = to;
    return done('order.status_changed', ...(to === 'Delivered' ? ['delivery.completed'] : []));
  }
}

/** What hasn't come back of an order, by product. */
const notReturned = ({ content, returned }: ModelOrder): number[] =>
  quantitiesOf(content.lines.map((line, i) => ({ ...line, halves: line.halves - returned[i]! })));

const couponOf = (coupon: number | null): number | null => (coupon === null ? null : coupon % COUPONS.length);

const isSame = (one: Wish, other: Wish): boolean =>
  one.customer === other.customer &&
  one.coupon === other.coupon &&
  JSON.stringify(one.lines) === JSON.stringify(other.lines);
