import type { Schemas } from '../../../base/contract.ts';
import { invalidRequest } from '../../../base/problems/api-problem.ts';
import { isSameText } from '../../resources/same-value.ts';
import type { NewCustomer } from '../place/order-references.ts';
import type { QuoteRequest } from '../place/quote.ts';
import type { Edit, RepricingField, RequestedChanges } from './editable-fields.ts';
import { areSameLines, toItemBody } from './same-lines.ts';
import type { OrderFields } from './write-change.ts';

type Order = Schemas['Order'];

/** The fields of the body that have the order computed anew, because they differ from what it has. */
export function repricingEdits(
  order: Order,
  { items, coupon_code, price_table_id, customer_id }: Pick<RequestedChanges, RepricingField>,
  customer: NewCustomer,
): Edit[] {
  const differs: Readonly<Record<RepricingField, boolean>> = {
    items: items !== undefined && !areSameLines(order.items, items),
    coupon_code: coupon_code !== undefined && !isSameText(coupon_code, order.coupon_code),
    price_table_id: price_table_id !== undefined && price_table_id !== order.price_table_id,
    customer_id:
      customer.problem !== undefined || (customer_id !== undefined && customer_id !== order.customer_id),
  };
  const fields = (Object.keys(differs) as RepricingField[]).filter((field) => differs[field]);
  return fields.map((field) => ({ field, place: field === 'customer_id' ? customer.place : field }));
}

export interface Repricing {
  readonly body: Pick<RequestedChanges, RepricingField>;
  readonly edits: readonly Edit[];
  readonly fields: Partial<OrderFields>;
  readonly expectedTotal: number | undefined;
}

/** The order as if it were placed now, with what the PATCH changes. It's refused in the sequence of a new order, too. */
export function quoteRequest(
  order: Order,
  {
    body,
    edits,
    fields: { shipping_amount, charges, agreed_discount, payment_terms },
    expectedTotal,
  }: Repricing,
): QuoteRequest {
  const items = edits.some(({ field }) => field === 'items') ? body.items : undefined;
  if (items && !charges) requireNoChargedLines(order);
  return {
    customer_id: body.customer_id ?? order.customer_id,
    price_table_id: body.price_table_id === undefined ? order.price_table_id : body.price_table_id,
    coupon_code: body.coupon_code === undefined ? order.coupon_code : body.coupon_code,
    items: items ?? order.items.map(toItemBody),
    agreed_discount: agreed_discount ?? order.agreed_discount,
    shipping: { amount: shipping_amount ?? order.shipping_amount },
    charges: charges ?? order.charges,
    payment_terms: payment_terms ?? order.payment_terms,
    ...(expectedTotal !== undefined && { expected_total: expectedTotal }),
  };
}

/** Charges name lines by their index, which other items don't keep. */
function requireNoChargedLines({ charges }: Order): void {
  if (charges.every(({ item }) => item === null)) return;
  const detail = 'is required with other items, because the order has charges of single lines';
  throw invalidRequest([{ pointer: '#/charges', code: 'required', detail }]);
}
