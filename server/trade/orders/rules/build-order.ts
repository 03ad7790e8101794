import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../../base/contract.ts';
import { centsNumber, centsText, microText, unitPriceNumber } from '../../../base/money.ts';
import type { NewOrder, OrderRow, Reservation } from '../place/new-order.ts';
import type { OrderRequest } from '../place/order-references.ts';
import type { Quote } from '../place/quote.ts';
import type { OrderDetails } from './order-details.ts';
import type { PricedLine } from './price-lines.ts';
import type { LineTotals } from './totals.ts';

/** What an order and a quote both show. */
export type Amounts = Pick<Schemas['OrderQuote'], keyof Schemas['OrderQuote'] & keyof Schemas['Order']>;

/** The amounts of a quote, as the API shows them. */
export function amountsOf(
  { currency }: Pick<Caller, 'currency'>,
  body: Pick<OrderRequest, 'customer_id' | 'price_table_id'>,
  quote: Quote,
): Amounts {
  const { totals } = quote;
  const agreedDiscount = quote.agreedByLine.reduce((sum, cents) => sum + cents, 0n);
  return {
    customer_id: body.customer_id,
    currency,
    price_table_id: body.price_table_id ?? null,
    coupon_code: quote.couponCode,
    items: quote.lines.map((line, index) => toItem(line, totals.lines[index]!, quote.agreedByLine[index]!)),
    discounts: quote.discounts.map(({ type, promotionId, couponId, name, cents }) => ({
      type,
      promotion_id: promotionId,
      coupon_id: couponId,
      name,
      amount: centsNumber(cents),
    })),
    subtotal: centsNumber(totals.subtotal),
    discount_total: centsNumber(totals.discount),
    shipping_amount: centsNumber(totals.shipping),
    total: centsNumber(totals.total),
    agreed_discount: centsNumber(agreedDiscount),
    charges: quote.charges,
    charges_total: centsNumber(totals.charges),
  };
}

function toItem(
  { product, quantity, price }: PricedLine,
  totals: LineTotals,
  agreedCents: bigint,
): Schemas['OrderItem'] {
  return {
    product_id: product.id,
    sku: product.sku,
    name: product.name,
    quantity,
    unit_price: unitPriceNumber(price.unitPrice),
    price_source: price.source,
    subtotal: centsNumber(totals.subtotal),
    discount: centsNumber(totals.discount),
    total: centsNumber(totals.total),
    returned_quantity: 0,
    order_discount: centsNumber(agreedCents),
  };
}

/** The row to write for an order. */
export function buildOrder(
  caller: Caller,
  body: OrderRequest,
  quote: Quote,
  details: OrderDetails,
): NewOrder {
  const amounts = amountsOf(caller, body, quote);
  return {
    tenant_id: caller.tenantId,
    customer_id: body.customer_id,
    currency: caller.currency,
    price_table_id: amounts.price_table_id,
    coupon_code: quote.couponCode,
    ...usesOf(quote),
    items: JSON.stringify(amounts.items),
    discounts: JSON.stringify(amounts.discounts),
    subtotal: centsText(quote.totals.subtotal),
    discount_total: centsText(quote.totals.discount),
    shipping_amount: centsText(quote.totals.shipping),
    total: centsText(quote.totals.total),
    agreed_discount: String(amounts.agreed_discount),
    charges: JSON.stringify(amounts.charges),
    charges_total: centsText(quote.totals.charges),
    ...columnsOf(details),
    actor: caller.actor,
  };
}

const columnsOf = (details: OrderDetails) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      value === null || typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ) as Pick<OrderRow, keyof OrderDetails>;

/** The coupon to redeem and the promotions to count as used. */
export function usesOf({
  discounts,
}: Quote): Pick<NewOrder, 'coupon_id' | 'coupon_discount' | 'promotion_ids'> {
  // A coupon that takes nothing off is shown on the order, but neither it nor its promotion counts as used.
  const applied = discounts.filter(({ cents }) => cents > 0n);
  const coupon = applied.find(({ type }) => type === 'coupon');
  return {
    coupon_id: coupon?.couponId ?? null,
    coupon_discount: coupon ? centsText(coupon.cents) : null,
    promotion_ids: applied.flatMap(({ promotionId }) => promotionId ?? []),
  };
}

/** The stock to reserve of each product that tracks stock. All lines of a product are one reservation. */
export function reservationsOf(lines: readonly PricedLine[]): Reservation[] {
  const micro = new Map<PricedLine['product'], bigint>();
  for (const line of lines)
    if (line.product.track_stock) micro.set(line.product, (micro.get(line.product) ?? 0n) + line.micro);
  return [...micro].map(([product, quantity]) => ({
    productId: product.id,
    quantity: microText(quantity),
    allowBackorder: product.allow_backorder,
  }));
}
