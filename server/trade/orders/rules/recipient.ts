import type { Schemas } from '../../../base/contract.ts';
import { normalizeTaxId, taxIdIssues } from '../../../base/formats/tax-id.ts';
import type { ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Sound } from '../../../base/problems/sound-body.ts';

type Address = NonNullable<Schemas['ShippingAddress']>;
type Recipient = Required<Pick<Address, 'recipient' | 'phone' | 'tax_id'>>;

/** The country says what a tax id is: in Brazil a CPF or a CNPJ, which nothing else tells apart here. */
const typedIn = ({ tax_id = null, country }: Sound<Address>) => ({
  tax_id,
  tax_id_type: country === 'BR' ? null : 'foreign',
});

/** Who receives an order at its shipping address, as it is stored. */
export function toRecipient(address: Address): Recipient {
  const { recipient = null, phone = null } = address;
  return { recipient, phone, tax_id: normalizeTaxId(typedIn(address)).tax_id };
}

export const recipientIssues = (address: Sound<Address> | null | undefined): ValidationIssue[] =>
  address?.country === undefined ? [] : taxIdIssues(typedIn(address), '#/shipping/address/tax_id');
