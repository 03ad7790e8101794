import { isDeepStrictEqual } from 'node:util';
import type { NoFields, Schemas } from '../../../base/contract.ts';
import { addressIssues } from '../../../base/formats/normalize-addresses.ts';
import { centsNumber } from '../../../base/money.ts';
import { requireNoIssues, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import { asStoredList } from '../../resources/same-value.ts';
import { chargedLineIssues, chargesCents, toCharge } from '../rules/charges.ts';
import { toFiscalDocument } from '../rules/fiscal-document.ts';
import {
  recipientIssues,
  toPaymentTerm,
  toSalesperson,
  toShipping,
  withNormalizedAddress,
} from '../rules/order-details.ts';
import type { Edit, RepricingField, RequestedChanges } from './editable-fields.ts';
import type { OrderFields } from './write-change.ts';

type Order = Schemas['Order'];

/** The fields that a PATCH asks for, as the order will show them, except those that have it computed anew. */
export function fieldsOf(order: Order, body: RequestedChanges): Partial<OrderFields> {
  const {
    external_id,
    agreed_discount,
    shipping,
    charges,
    channel,
    salesperson,
    fiscal_document,
    payment_terms,
    notes,
    metadata,
    ...unread
  }: Omit<RequestedChanges, RepricingField> = body;
  unread satisfies NoFields;
  requireNoIssues(issuesWith(order, body));
  return {
    ...given({ external_id, agreed_discount, channel, notes, metadata }),
    ...(shipping !== undefined && shipped(order, shipping)),
    ...(charges && charged(order, charges)),
    ...(salesperson !== undefined && { salesperson: toSalesperson(salesperson) }),
    ...(fiscal_document !== undefined && { fiscal_document: toFiscalDocument(fiscal_document) }),
    ...(payment_terms && { payment_terms: termsOf(order, payment_terms) }),
  };
}

/** What only the order tells: whether it has the address so far, and how many lines there are to charge. */
const issuesWith = (
  order: Order,
  { shipping, charges, items = order.items }: RequestedChanges,
): ValidationIssue[] => [
  ...addressIssues(shipping?.address, storedAddresses(order), '#/shipping/address'),
  ...recipientIssues(shipping?.address),
  ...chargedLineIssues(charges, items),
];

const storedAddresses = ({ shipping }: Order) => (shipping?.address ? [shipping.address] : []);

/** The members of an object that aren't undefined. */
function given<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The new shipping, which keeps the members that the PATCH leaves out, and its amount. */
function shipped(
  order: Order,
  shipping: Schemas['ShippingUpdate'],
): Pick<OrderFields, 'shipping' | 'shipping_amount'> {
  const next =
    shipping === null
      ? null
      : toShipping({ ...order.shipping, ...withNormalizedAddress(shipping, storedAddresses(order)) });
  return { shipping: next, shipping_amount: next?.amount ?? 0 };
}

const charged = (
  order: Order,
  charges: Schemas['ChargesInput'],
): Pick<OrderFields, 'charges' | 'charges_total'> => ({
  charges: [...asStoredList(charges.map(toCharge), order.charges)],
  charges_total: centsNumber(chargesCents(charges)),
});

const termsOf = ({ payment_terms }: Order, sent: readonly Schemas['PaymentTermInput'][]) => [
  ...asStoredList(sent.map(toPaymentTerm), payment_terms.map(toPaymentTerm)),
];

/** The fields whose value differs from the order's. */
export function differences(order: Order, fields: Partial<OrderFields>): Partial<OrderFields> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => !isDeepStrictEqual(order[name as keyof OrderFields], value),
  );
  return Object.fromEntries(changed);
}

/** The fields of the body that are among the changes, those of shipping by member. */
export function editsOf(order: Order, body: RequestedChanges, changes: Partial<OrderFields>): Edit[] {
  const fields = (Object.keys(body) as (keyof typeof body)[]).filter((field) => field in changes);
  return fields.flatMap((field) =>
    field === 'shipping' ? shippingEdits(order, body.shipping, changes) : [{ field, place: field }],
  );
}

/** The members of shipping that change. Shipping that is removed takes its amount with it, and an empty one may be new. */
function shippingEdits(
  order: Order,
  sent: RequestedChanges['shipping'],
  { shipping, shipping_amount }: Partial<OrderFields>,
): Edit[] {
  const [before, after] = [order.shipping ?? toShipping({}), shipping ?? toShipping({})];
  const members = (Object.keys(sent ?? {}) as (keyof typeof after)[]).filter(
    (member) => !isDeepStrictEqual(before[member], after[member]),
  );
  if (members.length > 0)
    return members.map((member) => ({
      field: member === 'amount' ? 'shipping/amount' : 'shipping',
      place: `shipping/${member}`,
    }));
  return [{ field: shipping_amount === undefined ? 'shipping' : 'shipping/amount', place: 'shipping' }];
}
