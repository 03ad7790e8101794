import type { NoFields, Schemas } from '../../../base/contract.ts';
import { normalizeAddress } from '../../../base/formats/normalize-addresses.ts';
import { normalizeTaxId, taxIdIssues } from '../../../base/formats/tax-id.ts';
import type { ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Sound } from '../../../base/problems/sound-body.ts';
import type { QuoteRequest } from '../place/quote.ts';
import { toFiscalDocument } from './fiscal-document.ts';
import { pastTime } from './past-time.ts';

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

type Recipient = Required<Pick<Address, 'recipient' | 'phone' | 'tax_id'>>;

/** The country says what a tax id is: in Brazil a CPF or a CNPJ, which nothing else tells apart here. */
const typedIn = ({ tax_id = null, country }: Sound<Address>) => ({
  tax_id,
  tax_id_type: country === 'BR' ? null : 'foreign',
});

/** Who receives an order at its shipping address, as it is stored. */
function toRecipient(address: Address): Recipient {
  const { recipient = null, phone = null } = address;
  return { recipient, phone, tax_id: normalizeTaxId(typedIn(address)).tax_id };
}

export const recipientIssues = (address: Sound<Address> | null | undefined): ValidationIssue[] =>
  address?.country === undefined ? [] : taxIdIssues(typedIn(address), '#/shipping/address/tax_id');
