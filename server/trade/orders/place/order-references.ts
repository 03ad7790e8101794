import type { Schemas } from '../../../base/contract.ts';
import { namesNothing } from '../../../base/formats/visible-text.ts';
import { type ApiProblem, invalidReferences } from '../../../base/problems/api-problem.ts';
import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import {
  findReferencedCustomer,
  isNamedBy,
  type OwnReference,
  type ReferencedCustomer,
} from '../../customers/find-referenced.ts';
import { priceTableIn } from '../../pricing/price-tables/store.ts';
import { pointAsSent, readNamed } from '../../resources/named-references.ts';

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
export type OrderRequest = Omit<WithCustomer<Schemas['OrderCreate']>, 'price_table_external_id'>;

type UpdateReference = Pick<Schemas['OrderUpdate'], keyof CustomerReference>;

/** What a PATCH names as the customer. */
export interface NewCustomer {
  readonly customer_id?: number;
  /** The field that names it. */
  readonly place: keyof CustomerReference;
  /** Why the order can't have this customer. */
  readonly problem?: ApiProblem;
}

/**
 * Finds the customer that a PATCH names, if any: the contract lets it name one. A name of the one that the order has means that one, whoever
 * else has it since. It may be inactive or deleted: it isn't a change.
 */
export async function newCustomer(
  db: Querier,
  tenantId: number,
  current: number,
  { customer_id, customer_external_id, customer_tax_id }: UpdateReference,
): Promise<NewCustomer> {
  if (customer_external_id !== undefined)
    return referenced(db, tenantId, current, { customer_external_id }, 'customer_external_id');
  if (customer_tax_id !== undefined)
    return referenced(db, tenantId, current, { customer_tax_id }, 'customer_tax_id');
  return { ...(customer_id !== undefined && { customer_id }), place: 'customer_id' };
}

async function referenced(
  db: Querier,
  tenantId: number,
  current: number,
  reference: OwnReference,
  place: NewCustomer['place'],
): Promise<NewCustomer> {
  if (await isNamedBy(db, tenantId, current, reference)) return { customer_id: current, place };
  const customer = await findReferencedCustomer(db, tenantId, reference);
  return customer?.status === 'active'
    ? { customer_id: customer.id, place }
    : { problem: unusable(reference, customer), place };
}

/** Finds the customer of a body. One that has the id costs no look-up: it's checked where the order is computed. */
export async function withCustomer<Body extends CustomerReference>(
  db: Querier,
  tenantId: number,
  body: Body,
): Promise<WithCustomer<Body>> {
  const { customer_id, customer_external_id, customer_tax_id, ...rest } = body;
  if (customer_id !== undefined) return { customer_id, ...rest };
  const reference: OwnReference =
    customer_external_id !== undefined ? { customer_external_id } : { customer_tax_id: customer_tax_id! };
  return { customer_id: await activeCustomer(db, tenantId, reference), ...rest };
}

async function activeCustomer(db: Querier, tenantId: number, reference: OwnReference): Promise<number> {
  const customer = await findReferencedCustomer(db, tenantId, reference);
  if (customer?.status === 'active') return customer.id;
  throw unusable(reference, customer);
}

function unusable(reference: OwnReference, customer: ReferencedCustomer | undefined): ApiProblem {
  const [[field, value]] = Object.entries(reference) as [[string, string]];
  const detail = customer
    ? 'the customer is not active'
    : namesNothing(`no customer has this ${field.slice('customer_'.length)}`, value);
  return invalidReferences([{ pointer: `#/${field}`, code: 'invalid_reference', detail }]);
}

interface PriceTableReference {
  readonly price_table_id?: number | null;
  readonly price_table_external_id?: string | null;
}

const priceTable = priceTableIn('price_table_id');

/** A body with its price table by our id. Whether the table is in effect is checked where the order is computed. */
export async function withPriceTable<Body extends PriceTableReference>(
  db: Querier,
  tenantId: number,
  body: Body,
): Promise<Omit<Body, 'price_table_external_id'>> {
  if (body.price_table_external_id === undefined) return body;
  return (await readNamed(priceTable, db, tenantId, [body]))(body);
}

const named = statement(
  'is price table named by',
  'SELECT 1 FROM price_tables WHERE tenant_id = :tenant_id AND id = :id AND external_id = :external_id',
);

/** The same for a PATCH. The name of the table that the order has means that one, even if it was deleted and another has its name. */
export async function withNewPriceTable<Body extends PriceTableReference>(
  db: Querier,
  tenantId: number,
  current: number | null,
  body: Body,
): Promise<Omit<Body, 'price_table_external_id'>> {
  const { price_table_external_id: external_id, ...rest } = body;
  if (external_id == null || current === null) return withPriceTable(db, tenantId, body);
  const isOwn = (await named(db, { tenant_id: tenantId, id: current, external_id })).length > 0;
  return isOwn ? { ...rest, price_table_id: current } : withPriceTable(db, tenantId, body);
}

/** Lets a problem with the price table point at the field that names it. */
export const ofPriceTable =
  (body: PriceTableReference) =>
  (error: unknown): never => {
    throw pointAsSent('price_table_id', body, error);
  };
