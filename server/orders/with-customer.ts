import type { Schemas } from '../contract.ts';
import { findReferencedCustomer, type OwnReference } from '../customers/find-referenced.ts';
import type { Querier } from '../db/querier.ts';
import { invalidReferences } from '../errors.ts';

/** How a body names its customer. The contract makes sure that it has exactly one of them. */
type CustomerReference = Pick<
  Schemas['OrderCreate'],
  'customer_id' | 'customer_external_id' | 'customer_tax_id'
>;

/** A body whose customer is known by id. */
export type WithCustomer<Body extends CustomerReference> = Omit<Body, keyof CustomerReference> & {
  readonly customer_id: number;
};

/** An order to place, whose customer is known by id. */
export type OrderRequest = WithCustomer<Schemas['OrderCreate']>;

/** Finds the customer of a body. One that has the id costs no look-up: it's checked where the order is computed. */
export async function withCustomer<Body extends CustomerReference>(
  db: Querier,
  tenantId: number,
  body: Body,
): Promise<WithCustomer<Body>> {
  const { customer_id, customer_external_id, customer_tax_id, ...rest } = body;
  if (customer_id !== undefined) return { ...rest, customer_id };
  const reference: OwnReference =
    customer_external_id !== undefined ? { customer_external_id } : { customer_tax_id: customer_tax_id! };
  return { ...rest, customer_id: await activeCustomer(db, tenantId, reference) };
}

async function activeCustomer(db: Querier, tenantId: number, reference: OwnReference): Promise<number> {
  const customer = await findReferencedCustomer(db, tenantId, reference);
  if (customer?.status === 'active') return customer.id;
  const [field] = Object.keys(reference);
  const detail = customer
    ? 'the customer is not active'
    : `no customer has this ${field!.slice('customer_'.length)}`;
  throw invalidReferences([{ pointer: `#/${field}`, code: 'invalid_reference', detail }]);
}
