import type { NoFields, Schemas } from '../../../base/contract.ts';
import { normalizeAddress } from '../../../base/formats/normalize-addresses.ts';
import { toFiscalDocument } from '../rules/fiscal-document.ts';
import { pastTime } from '../rules/past-time.ts';
import { toRecipient } from '../rules/recipient.ts';
import type { QuoteRequest } from './quote.ts';

type Address = NonNullable<Schemas['ShippingAddress']>;
type Body = Schemas['OrderCreate'];
/** They decide the amounts, or must agree with them. */
type OfQuote = keyof QuoteRequest | 'customer_external_id' | 'customer_tax_id' | 'price_table_external_id';
/** The fields of a request that an order records beside its amounts. */
type Detail = Exclude<keyof Body, OfQuote> | 'shipping' | 'payment_terms';

/** In the form in which the order shows them. */
export type OrderDetails = Pick<Schemas['Order'], Exclude<Detail, 'placed_at'>> & {
  /** Null for now. */
  readonly placed_at: string | null;
};

export function orderDetails(body: Pick<Body, Detail>): OrderDetails {
  return {
    external_id: body.external_id ?? null,
    shipping: body.shipping ? toShipping(withNormalizedAddress(body.shipping, [])) : null,
    channel: body.channel ?? null,
    salesperson: toSalesperson(body.salesperson),
    fiscal_document: toFiscalDocument(body.fiscal_document),
    placed_at: pastTime(body.placed_at),
    payment_terms: (body.payment_terms ?? []).map(toPaymentTerm),
    notes: body.notes ?? null,
    metadata: body.metadata ?? {},
  };
}

/** The shipping of a request, with its address in the stored form. `stored` has the address of the order so far. */
export function withNormalizedAddress<Shipping extends Schemas['ShippingCreate']>(
  shipping: Shipping,
  stored: readonly Address[],
): Shipping {
  if (!shipping.address) return shipping;
  const { address } = shipping;
  return { ...shipping, address: { ...normalizeAddress(address, stored), ...toRecipient(address) } };
}

export function toShipping({
  amount = 0,
  method = null,
  address = null,
  modality = null,
  carrier = null,
  tracking_code = null,
  volumes = null,
  gross_weight_kg = null,
  ...unread
}: Schemas['ShippingCreate']): NonNullable<Schemas['Shipping']> {
  unread satisfies NoFields;
  return { amount, method, address, modality, carrier, tracking_code, volumes, gross_weight_kg };
}

export function toSalesperson(input: Schemas['SalespersonInput'] | undefined): Schemas['Salesperson'] {
  if (input == null) return null;
  const { name, external_id = null, ...unread } = input;
  unread satisfies NoFields;
  return { name, external_id };
}

export function toPaymentTerm({
  due_date,
  amount,
  method = null,
  ...unread
}: Schemas['PaymentTermInput']): Schemas['PaymentTerm'] {
  unread satisfies NoFields;
  return { due_date, amount, method };
}
