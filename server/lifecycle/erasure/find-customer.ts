import type { Schemas } from '../../base/contract.ts';
import { taxIdForms } from '../../base/formats/tax-id.ts';
import { namesNothing } from '../../base/formats/visible-text.ts';
import { type ApiProblem, invalidReferences } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import { findById, statement } from '../../db/sql/statement.ts';

type Reference = Pick<
  Schemas['CustomerErasureCreate'],
  'customer_id' | 'customer_external_id' | 'customer_tax_id'
>;

/** A deleted customer has its data still. Of several, the live one, or else the one that was deleted last. */
const NEWEST = 'ORDER BY deleted_at DESC NULLS FIRST, id DESC LIMIT 1';

const byExternalId = statement(
  'find customer to erase by external id',
  `SELECT id FROM customers WHERE tenant_id = :tenant_id AND external_id = :external_id ${NEWEST}`,
);
const byTaxId = statement(
  'find customer to erase by tax id',
  `SELECT id FROM customers WHERE tenant_id = :tenant_id AND tax_id = ANY (:forms::text[]) ${NEWEST}`,
);

/** The id of whom a body names. The contract makes sure that it names one. */
export async function findCustomerId(
  db: Querier,
  tenant_id: number,
  { customer_id, customer_external_id, customer_tax_id }: Reference,
): Promise<number | undefined> {
  if (customer_id !== undefined) return customer_id;
  const [found] =
    customer_external_id === undefined
      ? await byTaxId<{ id: number }>(db, { tenant_id, forms: taxIdForms(customer_tax_id!) })
      : await byExternalId<{ id: number }>(db, { tenant_id, external_id: customer_external_id });
  return found?.id;
}

export function noCustomer({ reason: _, ...body }: Schemas['CustomerErasureCreate']): ApiProblem {
  const [[field, value]] = Object.entries(body) as [[string, string | number]];
  const detail = namesNothing(`no customer has this ${field.slice('customer_'.length)}`, String(value));
  return invalidReferences([{ pointer: `#/${field}`, code: 'invalid_reference', detail }]);
}

export const findEvenDeletedCustomer = findById<{ readonly document: string }>(
  'get even deleted customer',
  'SELECT id, document FROM customers WHERE tenant_id = :tenant_id',
);
