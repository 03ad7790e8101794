import {
  ApiProblem,
  allowedTransitions,
  amountsOf,
  canTransition,
  chargesCents,
  type Issue,
  invalidReferences,
  invalidRequest,
  orderDetails,
  type PricedLine,
  priceLines,
  problemAt,
  requireSubtotalsInRange,
  requireTermsAddUp,
  requireTotalInRange,
  reservationsOf,
  resolveLines,
  shareAgreedDiscount,
  stockEffectOf,
  tablesToTry,
  taxIdForms,
  toCents,
  toCharge,
  totalsOf,
} from '../service-rules.js';
import type { Feed } from './feed.ts';
import { before, COMMON, equals, type Listing, oneOf } from './pages.ts';
import type { PriceEntries } from './price-entries.ts';
import type { openTables } from './resources.ts';
import { ACTOR, type Quantity, type Stock } from './stock.ts';
import { type Clock, type Fields, NotKnown, type Row, Table } from './table.ts';

/** As it is today, also of a row that was deleted. */
const externalIdIn = ({ rows }: Table, wanted: unknown): unknown =>
  rows.find(({ id }) => id === wanted)?.external_id ?? null;

const CURRENCY = 'BRL';

interface Parts {
  readonly tables: ReturnType<typeof openTables>;
  readonly entries: PriceEntries;
  readonly stock: Stock;
  readonly feed: Feed;
  readonly clock: Clock;
}

/** What the rules of the service make of a body: its lines with their prices, and the totals. */
interface Computed {
  readonly customerId: number;
  readonly amounts: Fields;
  readonly lines: readonly PricedLine[];
}

/** Orders are unit price × quantity, with price tables and agreed prices, and without promotions and coupons. */
export class Orders {
  readonly table: Table;
  readonly #parts: Parts;
  /** What each Pending order has reserved. */
  readonly #reserved = new Map<number, readonly Quantity[]>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.table = new Table('getOrder', 'order', [], parts.clock);
  }

  create(body: Fields): Row {
    const details: Fields = orderDetails(body);
    const { amounts, lines } = this.#compute(body);
    const short = this.#shortages(lines);
    if (short.length > 0) throw insufficientStock(lines, short);
    const reserved = quantitiesOf(lines);
    const isPaid = amounts.total === 0;
    const order = this.table.insert({ ...amounts, ...details, ...START }, (at) => ({
      placed_at: details.placed_at ?? at,
      paid_at: isPaid ? at : null,
      payment_status: isPaid ? 'paid' : 'unpaid',
      status_history: [{ status: 'Pending', reason: null, actor: ACTOR, at }],
    }));
    this.#parts.stock.add(reserved, 0, 1);
    this.#reserved.set(order.id, reserved);
    this.#emit('order.created', order);
    const { paid_total, paid_at } = order;
    if (isPaid) this.#emit('order.payment_confirmed', order, { paid_total, paid_at });
    return order;
  }

  quote(body: Fields): Fields {
    const { amounts, lines } = this.#compute(body);
    return { ...amounts, in_stock: this.#shortages(lines).length === 0 };
  }

  setStatus(order: Row, body: Fields): Row {
    const {
      status: to,
      reason = null,
      restock = false,
    } = body as { status: string; reason?: string | null; restock?: boolean };
    const from = order.status as string;
    if (from === to) return order;
    if (from === 'In_Transit' && to === 'Canceled') requireCancellationFields(body);
    if (!canTransition(from, to)) throw invalidTransition(from, to);
    this.#moveStock(order, stockEffectOf(from, to, restock));
    const change = { status: to, reason, actor: ACTOR, at: this.#parts.clock.next() };
    const moved = this.table.touch(order, {
      status: to,
      allowed_transitions: allowedTransitions(to),
      status_history: [...(order.status_history as Fields[]), change],
    });
    this.#emit('order.status_changed', moved, { previous_status: from, reason });
    if (to === 'Delivered') this.#emit('delivery.completed', moved, { delivered_at: change.at });
    return moved;
  }

  get listing(): Listing {
    const { Customer, PriceTable } = this.#parts.tables;
    return {
      operation: 'listOrders',
      rows: this.table.rows.map((order) => ({
        ...order,
        customer_external_id: externalIdIn(Customer, order.customer_id),
        price_table_external_id: externalIdIn(PriceTable, order.price_table_id),
      })),
      filters: {
        ...COMMON,
        updated_before: before('updated_at'),
        customer_id: equals('customer_id'),
        status: oneOf('status'),
        payment_status: oneOf('payment_status'),
        channel: equals('channel'),
      },
    };
  }

  #compute(body: Fields): Computed {
    const { coupon_code, items, agreed_discount = 0, shipping, charges = [], payment_terms = [] } = body;
    if (coupon_code != null) throw new NotKnown('It knows no coupons in orders.');
    this.#requireNoPromotion();
    const customerId = this.#customerOf(body);
    const price_table_id = this.#priceTableOf(body);
    const context = this.#contextOf(customerId, price_table_id);
    const resolved = resolveLines(items, context.products, issuesOf(context, price_table_id));
    const lines = priceLines(resolved, tablesToTry(context, price_table_id));
    requireSubtotalsInRange(lines);
    const subtotals = lines.map(({ subtotalCents }) => subtotalCents);
    const agreed = lines.map((line) => line.agreed?.discountCents ?? 0n);
    const left = subtotals.map((cents, at) => cents - agreed[at]!);
    const cart = lines.map(({ product }) => ({ productId: product.id }));
    const agreedByLine = shareAgreedDiscount(toCents(agreed_discount), cart, left);
    const totals = totalsOf(subtotals, [agreed, agreedByLine], {
      shipping: toCents((shipping as { amount?: number } | null)?.amount ?? 0),
      charges: chargesCents(charges),
    });
    requireTotalInRange(totals);
    const quote = {
      lines,
      discounts: [],
      agreedByLine,
      charges: (charges as unknown[]).map(toCharge),
      totals,
      couponCode: null,
    };
    const amounts: Fields = amountsOf(
      { currency: CURRENCY },
      { customer_id: customerId, price_table_id },
      quote,
    );
    requireExpectedTotal(amounts.total as number, body.expected_total);
    requireTermsAddUp(totals, payment_terms);
    return { customerId, amounts, lines };
  }

  #requireNoPromotion(): void {
    const open = this.#parts.tables.Promotion.live.find(
      ({ status, requires_coupon }) => status === 'active' && !requires_coupon,
    );
    if (open)
      throw new NotKnown(
        `It knows no promotions in orders, and promotion ${open.id} may apply. Deactivate it.`,
      );
  }

  #customerOf({ customer_id, customer_external_id, customer_tax_id }: Fields): number {
    if (customer_id !== undefined) return customer_id as number;
    const { live } = this.#parts.tables.Customer;
    const [field, customer] =
      customer_external_id !== undefined
        ? ['external_id', live.find(({ external_id }) => external_id === customer_external_id)]
        : ['tax_id', live.find(({ tax_id }) => taxIdForms(customer_tax_id).includes(tax_id as string))];
    if ((customer as Row | undefined)?.status === 'active') return (customer as Row).id;
    const detail = customer ? 'the customer is not active' : `no customer has this ${field}`;
    throw invalidReferences([{ pointer: `#/customer_${field}`, code: 'invalid_reference', detail }]);
  }

  #priceTableOf({ price_table_id = null, price_table_external_id }: Fields): number | null {
    if (price_table_external_id == null) return price_table_id as number | null;
    const table = this.#parts.tables.PriceTable.find('external_id', price_table_external_id);
    if (table) return table.id;
    const detail = 'no price table has this external id';
    throw invalidReferences([{ pointer: '#/price_table_external_id', code: 'invalid_reference', detail }]);
  }

  /** What the rules need to know of rows. */
  #contextOf(customerId: number, priceTableId: number | null) {
    const { Customer, PriceTable, Product } = this.#parts.tables;
    const customer = Customer.find('id', customerId) ?? null;
    const wanted = [priceTableId, customer?.price_table_id];
    const priceTables = PriceTable.live.filter(
      (table) => isInEffect(table) && (table.is_default || wanted.includes(table.id)),
    );
    const ids = priceTables.map(({ id }) => id);
    const products = Product.live.map((row) => ({
      ...row,
      price: String(row.price),
      entries: this.#parts.entries.of(row.id).filter(([table]) => ids.includes(table)),
    }));
    return { customer, priceTables, products };
  }

  #shortages(lines: readonly PricedLine[]): { productId: number; available: number }[] {
    return reservationsOf(lines)
      .map((each) => ({ ...each, available: this.#parts.stock.levelOf(each.productId).available }))
      .filter(({ allowBackorder, quantity, available }) => !allowBackorder && available < Number(quantity));
  }

  #moveStock(order: Row, effect: string | undefined): void {
    const { stock } = this.#parts;
    const quantities = this.#reserved.get(order.id) ?? [];
    if (effect === 'shipment') {
      const short = quantities.filter(
        ({ productId, quantity }) => stock.levelOf(productId).on_hand < quantity,
      );
      if (short.length > 0) throw insufficientOnHand(order, short, stock);
      stock.add(quantities, -1, -1);
    }
    if (effect === 'release') stock.add(quantities, 0, -1);
    if (effect === 'return') stock.add(quantities, 1, 0);
  }

  #emit(kind: string, order: Row, more: Fields = {}): void {
    const { id: order_id, customer_id, total, status } = order;
    this.#parts.feed.emit(kind, { order_id, customer_id, total, status, ...more, order });
  }
}

const START = {
  status: 'Pending',
  allowed_transitions: allowedTransitions('Pending'),
  paid_total: 0,
  refunded_total: 0,
  surplus_refunded_total: 0,
  refund_due: 0,
};

function isInEffect({ status, starts_at, ends_at }: Fields): boolean {
  const now = Date.now();
  const has = (time: unknown) => Date.parse(time as string);
  return status === 'active' && !(starts_at && has(starts_at) > now) && !(ends_at && has(ends_at) <= now);
}

interface Context {
  readonly customer: Row | null;
  readonly priceTables: readonly Row[];
}

function issuesOf({ customer, priceTables }: Context, priceTableId: number | null): Issue[] {
  const detail = customer ? 'the customer is not active' : 'no customer has this id';
  const isUnknown = priceTableId !== null && !priceTables.some(({ id }) => id === priceTableId);
  return [
    ...(customer?.status === 'active'
      ? []
      : [{ pointer: '#/customer_id', code: 'invalid_reference', detail }]),
    ...(isUnknown
      ? [
          {
            pointer: '#/price_table_id',
            code: 'invalid_reference',
            detail: 'no price table with this id is in effect',
          },
        ]
      : []),
  ];
}

const quantitiesOf = (lines: readonly PricedLine[]): Quantity[] =>
  reservationsOf(lines).map(({ productId, quantity }) => ({
    productId,
    quantity: Number(quantity),
  }));

function requireExpectedTotal(total: number, expected: unknown): void {
  if (expected === undefined || expected === total) return;
  const text = total.toFixed(2);
  throw problemAt(
    'total_mismatch',
    '/expected_total',
    `the total is ${text}`,
    `The total is ${text}, not ${(expected as number).toFixed(2)}.`,
    { total, expected_total: expected },
  );
}

function insufficientStock(
  lines: readonly PricedLine[],
  shortages: readonly { productId: number; available: number }[],
): ApiProblem {
  const requested = new Map(quantitiesOf(lines).map(({ productId, quantity }) => [productId, quantity]));
  const errors = lines.flatMap(({ product: { id, sku } }, index) => {
    const short = shortages.find(({ productId }) => productId === id);
    const place = { pointer: `#/items/${index}/quantity`, code: 'insufficient_stock', product_id: id };
    return short
      ? [
          {
            ...place,
            detail: `${short.available} available of ${sku}`,
            requested: requested.get(id),
            available: short.available,
          },
        ]
      : [];
  });
  const products = shortages.length === 1 ? '1 product has' : `${shortages.length} products have`;
  return new ApiProblem('insufficient_stock', `${products} too little stock; see errors.`, { errors });
}

function insufficientOnHand({ items }: Row, short: readonly Quantity[], stock: Stock): ApiProblem {
  const errors = short.map(({ productId, quantity }) => {
    const { on_hand } = stock.levelOf(productId);
    const { sku } = (items as Fields[]).find(({ product_id }) => product_id === productId)!;
    const place = { pointer: '#/status', code: 'insufficient_stock', product_id: productId };
    return { ...place, detail: `${on_hand} on hand of ${sku}`, requested: quantity, on_hand };
  });
  const products = short.length === 1 ? '1 product' : `${short.length} products`;
  return new ApiProblem('insufficient_stock', `Too little of ${products} is on hand; see errors.`, {
    errors,
  });
}

function requireCancellationFields(body: Fields): void {
  const missing = ['reason', 'restock'].filter((name) => body[name] == null);
  const detail = 'is required to cancel an order that is In_Transit';
  if (missing.length > 0)
    throw invalidRequest(missing.map((name) => ({ pointer: `#/${name}`, code: 'required', detail })));
}

function invalidTransition(from: string, to: string): ApiProblem {
  const allowed = allowedTransitions(from);
  const options =
    allowed.length > 0 ? `can change to ${allowed.join(' or ')}, not to ${to}` : 'cannot change any more';
  return new ApiProblem('invalid_status_transition', `The order is ${from}. Its status ${options}.`, {
    errors: [{ pointer: '#/status', code: 'invalid_status_transition', detail: `cannot follow ${from}` }],
    members: { allowed: [...allowed] },
  });
}
