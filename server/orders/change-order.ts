import { isDeepStrictEqual } from 'node:util';
import type { NoFields, Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import type { Caller } from '../handler.ts';
import { centsNumber, toCents } from '../money.ts';
import { actorOf } from '../stock/actor.ts';
import { requireTotalInRange } from './amount-range.ts';
import { type Edit, requireEditable } from './editable-fields.ts';
import { toShipping, withNormalizedAddress } from './order-details.ts';
import { requireTermsAddUp } from './payment-terms.ts';
import { requireExpectedTotal } from './quote.ts';
import type { StoredOrder } from './store.ts';
import { type OrderFields, writeChange } from './write-change.ts';

type Order = Schemas['Order'];
type Body = Schemas['OrderUpdate'];

/** Changes a locked order. Throws the problem that forbids it. */
export async function changeOrder(
  tx: Transaction,
  caller: Caller,
  row: StoredOrder,
  { expected_total: expectedTotal, ...body }: Body,
): Promise<StoredOrder> {
  const order = JSON.parse(row.document) as Order;
  const changes = differences(order, fieldsOf(order, body));
  requireEditable(order.status, editsOf(body, changes));
  const total = toCents(changes.total ?? order.total);
  requireTotalInRange({ total });
  requireExpectedTotal({ total }, expectedTotal);
  requireTermsAddUp({ total }, order.payment_terms);
  if (Object.keys(changes).length === 0) return row;
  const { tenantId } = caller;
  return writeChange(tx, { tenantId, order, changes, actor: actorOf(caller) });
}

/** The fields that a PATCH asks for, as the order will show them. */
function fieldsOf(
  order: Order,
  { external_id, shipping, notes, metadata, ...unread }: Omit<Body, 'expected_total'>,
): Partial<OrderFields> {
  unread satisfies NoFields;
  return {
    ...given({ external_id, notes, metadata }),
    ...(shipping !== undefined && shipped(order, shipping)),
  };
}

/** The members of an object that aren't undefined. */
function given<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The new shipping, which keeps the members that the PATCH leaves out, and the total that follows from its amount. */
function shipped(
  order: Order,
  shipping: Schemas['ShippingUpdate'],
): Pick<OrderFields, 'shipping' | 'shipping_amount' | 'total'> {
  const next =
    shipping === null
      ? null
      : toShipping({
          ...order.shipping,
          ...withNormalizedAddress(shipping, order.shipping?.address ?? null),
        });
  const amount = next?.amount ?? 0;
  const total = toCents(order.subtotal) - toCents(order.discount_total) + toCents(amount);
  return { shipping: next, shipping_amount: amount, total: centsNumber(total) };
}

/** The fields whose value differs from the order's. */
function differences(order: Order, fields: Partial<OrderFields>): Partial<OrderFields> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => !isDeepStrictEqual(order[name as keyof OrderFields], value),
  );
  return Object.fromEntries(changed);
}

/** The fields of the body that change something. */
function editsOf(body: Omit<Body, 'expected_total'>, changes: Partial<OrderFields>): Edit[] {
  const fields = (Object.keys(body) as (keyof typeof body)[]).filter((field) => field in changes);
  const edits = fields.map((field): Edit => ({ field, place: field }));
  if (changes.shipping_amount === undefined) return edits;
  // Shipping that is removed takes its amount with it.
  if (body.shipping === null)
    return edits.map((edit) => (edit.field === 'shipping' ? { ...edit, field: 'shipping/amount' } : edit));
  return [...edits, { field: 'shipping/amount', place: 'shipping/amount' }];
}
