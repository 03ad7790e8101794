import type { Schemas } from '../contract.ts';
import { ApiProblem, problemAt } from '../errors.ts';
import type { Caller } from '../handler.ts';
import { centsNumber, centsText, milliText, toCents, toMilli } from '../money.ts';
import { actorOf } from '../stock/actor.ts';
import type { Line } from './lines.ts';
import type { NewOrder, Reservation } from './place-order.ts';
import { fits, type Totals, totalsOf } from './totals.ts';

type Body = Schemas['OrderCreate'];

/** The order that a body asks for, with its prices and totals computed, ready to be written. */
export function composeOrder(caller: Caller, body: Body, lines: readonly Line[]): NewOrder {
  const totals = computeTotals(body, lines);
  return {
    tenantId: caller.tenantId,
    externalId: body.external_id ?? null,
    customerId: body.customer_id,
    currency: caller.currency,
    items: JSON.stringify(lines.map((line, index) => toItem(line, totals.lines[index]!))),
    subtotal: centsText(totals.subtotal),
    shippingAmount: centsText(totals.shipping),
    total: centsText(totals.total),
    shipping: body.shipping ? JSON.stringify(toShipping(body.shipping)) : null,
    notes: body.notes ?? null,
    metadata: JSON.stringify(body.metadata ?? {}),
    actor: actorOf(caller),
    reservations: reservationsOf(lines),
  };
}

function computeTotals(body: Body, lines: readonly Line[]): Totals {
  const priced = lines.map(({ product, quantity }) => ({
    unitCents: toCents(product.price),
    milli: toMilli(quantity),
  }));
  const totals = totalsOf(priced, toCents(body.shipping?.amount ?? 0));
  if (!fits(totals))
    throw new ApiProblem(
      'amount_out_of_range',
      `The total is ${centsText(totals.total)}; an order can have 9999999999.99.`,
    );
  const expected = body.expected_total;
  if (expected !== undefined && toCents(expected) !== totals.total) throw mismatch(expected, totals.total);
  return totals;
}

function mismatch(expected: number, total: bigint): ApiProblem {
  const detail = `The total is ${centsText(total)}, not ${expected}.`;
  return problemAt('total_mismatch', '/expected_total', `the total is ${centsText(total)}`, detail);
}

function toItem({ product, quantity }: Line, cents: bigint): Schemas['OrderItem'] {
  return {
    product_id: product.id,
    sku: product.sku,
    name: product.name,
    quantity,
    unit_price: Number(product.price),
    total: centsNumber(cents),
  };
}

function toShipping({
  amount = 0,
  method = null,
  address = null,
}: Schemas['ShippingCreate']): Schemas['Shipping'] {
  return { amount, method, address };
}

/** What each product that keeps stock has to give. Several lines of one product are one reservation. */
function reservationsOf(lines: readonly Line[]): Reservation[] {
  const milli = new Map<Line['product'], bigint>();
  for (const { product, quantity } of lines)
    if (product.track_stock) milli.set(product, (milli.get(product) ?? 0n) + toMilli(quantity));
  return [...milli].map(([product, quantity]) => ({
    productId: product.id,
    quantity: milliText(quantity),
    backorder: product.allow_backorder,
  }));
}
