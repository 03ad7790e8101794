import type { Schemas } from '../../base/contract.ts';
import { normalizeAddress } from '../../base/formats/normalize-addresses.ts';
import { normalizePhone } from '../../base/formats/phone.ts';
import { normalizeStateRegistration } from '../../base/formats/state-registration.ts';
import { bareId, isCnpj, isCpf, normalizeTaxId } from '../../base/formats/tax-id.ts';
import { withPlainBlanks } from '../../base/formats/visible-text.ts';
import { requireNoIssues } from '../../base/problems/api-problem.ts';
import { changesTo } from '../../db/sql/resource-table.ts';
import { findersBy, taxIdKey } from '../../db/sql/write-rows.ts';
import { priceTableIn } from '../pricing/price-tables/store.ts';
import type { Resource } from '../resources/resource.ts';
import { inStoredOrder, isSameText } from '../resources/same-value.ts';
import { customerIssues } from './issues.ts';
import { customers, findCustomer, removeCustomer, type StoredCustomer, writeCustomers } from './store.ts';

type Fields = Schemas['CustomerUpdate'];

export const customerResource: Resource<'Customer'> = {
  name: 'Customer',
  noun: 'customer',
  table: customers,
  match: {
    field: 'tax_id',
    stored: matchKey,
    ...findersBy('tax_id', customers),
  },
  find: findCustomer,
  remove: (tx, { tenantId }, { id }) => removeCustomer(tx, tenantId, id),
  writer: {
    ...findersBy('external_id', customers),
    uniqueFields: ['tax_id'],
    reference: priceTableIn('price_table_id'),
    columnsOf,
    changesOf,
    reformedIn,
    write: writeCustomers,
  },
};

/** Whom a row of a batch means, if anybody: the same kind of tax id. One that doesn't say its kind is foreign if it can't be another. */
function matchKey(tax_id: string, row: { readonly tax_id_type?: string | null }): string | undefined {
  const bare = bareId(tax_id);
  const isForeign = row.tax_id_type == null ? !isCpf(bare) && !isCnpj(bare) : row.tax_id_type === 'foreign';
  if (isForeign && normalizeTaxId({ tax_id, tax_id_type: 'foreign' }).tax_id === null) return undefined;
  return taxIdKey(isForeign ? withPlainBlanks(tax_id) : bare, isForeign);
}

function columnsOf(customer: Schemas['CustomerCreate']): object {
  return Object.assign(normalized(customer, []), normalizeTaxId(customer));
}

/** Whether a tax id is valid may depend on the stored type, and an address that is stored already is accepted. */
function changesOf({ document }: StoredCustomer, body: Fields): Partial<Fields> {
  const stored = JSON.parse(document) as Schemas['Customer'];
  const taxId = newTaxId(stored, body);
  requireNoIssues(customerIssues({ ...body, ...taxId }, stored.addresses));
  const changes = changesTo<Fields>(document, {
    ...normalized(body, stored.addresses),
    ...(body.tags && { tags: [...inStoredOrder(body.tags, stored.tags)] }),
    ...(isSameMailbox(body.email, stored.email) && { email: stored.email }),
    ...(taxId && normalizeTaxId(taxId)),
  });
  const phone = stored.phone === null ? null : normalizePhone(stored.phone);
  if (phone === stored.phone || 'phone' in changes || Object.keys(changes).length === 0) return changes;
  return { ...changes, phone };
}

/** Letter case matters before the @, as far as others know. */
function isSameMailbox(one: string | null | undefined, other: string | null): boolean {
  const [[name, domain], [otherName, otherDomain]] = [partsOf(one), partsOf(other)];
  return name === otherName && isSameText(domain, otherDomain);
}
const partsOf = (email: string | null | undefined) => (email ?? '').split('@');

/** Phones were stored as they were sent. One gets its form when the customer is next changed. */
function reformedIn({ document }: StoredCustomer, { phone }: Partial<Fields>): readonly string[] {
  if (phone == null) return [];
  const stored = JSON.parse(document) as Schemas['Customer'];
  return stored.phone !== null && normalizePhone(stored.phone) === phone ? ['phone'] : [];
}

/** The fields in the form in which they are stored. The customer has `stored` addresses so far. */
const normalized = <Body extends Fields>(body: Body, stored: readonly Schemas['Address'][]): Body => ({
  ...body,
  ...(body.addresses && { addresses: body.addresses.map((address) => normalizeAddress(address, stored)) }),
  ...(body.state_registration && { state_registration: normalizeStateRegistration(body.state_registration) }),
});

/**
 * The tax id's type follows a new customer type or a new tax id, unless the body sets it. One that doesn't change keeps its own: a
 * company's CPF, and a foreign one also with another customer type.
 */
function newTaxId(stored: Schemas['Customer'], body: Fields) {
  if (!('tax_id' in body || 'tax_id_type' in body || 'type' in body)) return undefined;
  const { type = stored.type, tax_id = stored.tax_id } = body;
  const isSame = normalizeTaxId({ ...stored, tax_id }).tax_id === stored.tax_id;
  const stays = isSame && (type === stored.type || stored.tax_id_type === 'foreign');
  const { tax_id_type = stays ? stored.tax_id_type : null } = body;
  return { type, tax_id, tax_id_type };
}
