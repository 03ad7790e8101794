import type { Schemas } from '../../../base/contract.ts';
import { meantByTaxId, taxIdForms, taxIdIssues } from '../../../base/formats/tax-id.ts';
import { namesNothing } from '../../../base/formats/visible-text.ts';
import { invalidReferences, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { type ProductReference, referenceField, referenceIssue } from '../../catalogue/rules/reference.ts';
import { liveFirst } from '../../customers/find-referenced.ts';
import type { SellableProduct } from '../place/sellable-products.ts';
import { CUSTOMER_COLUMNS, customerField } from './customer-field.ts';
import { referencesDigest } from './references-digest.ts';
import type { Item } from './rules/history.ts';

/** A product that an imported order names. It may be inactive or deleted. */
export interface ImportedProduct extends SellableProduct {
  /** What names it: `sku CAF-500`. */
  readonly reference: string;
}

interface ImportedCustomer {
  /** What names it: `customer_external_id ERP-C-77`. */
  readonly reference: string;
  readonly id: number;
  readonly external_id: string | null;
  readonly tax_id: string | null;
  readonly tax_id_type: string | null;
  readonly is_deleted: boolean;
}

type Order = Schemas['Order'];

/** An order that is there. */
export interface Existing {
  readonly order: Order;
  /** Its JSON text. */
  readonly document: string;
  /** Of what it was imported with, if it was. */
  readonly digest: string | null;
}

/** What an imported order refers to. */
export interface Parties {
  readonly customerId: number;
  /** Of each line. */
  readonly products: readonly ImportedProduct[];
}

const PRODUCT = `p.id, p.sku, p.external_id, p.name, p.price::text, p.status, p.category_id,
       p.track_stock AND p.deleted_at IS NULL AS track_stock, p.allow_backorder, NULL AS entries, NULL AS available`;

/** Of rows that had the same value, the one that isn't deleted, or else the first: the order of the unique index. */
const first = (table: string, columns: string, field: string, order = '') =>
  `LATERAL (
       SELECT ${columns} FROM ${table} p WHERE p.tenant_id = :tenant_id AND p.${field} = n
       ORDER BY CASE WHEN p.deleted_at IS NULL THEN 0 ELSE p.id END${order} LIMIT 1
     )`;

const product = (field: string) => first('products', PRODUCT, field);
const CUSTOMER = 'p.id, p.external_id, p.tax_id, p.tax_id_type, p.deleted_at IS NOT NULL AS is_deleted';
const customer = (field: string, order = '') => first('customers', CUSTOMER, field, order);

const findProducts = statement(
  'find products of import',
  `SELECT 'product_id ' || n AS reference, p.* FROM unnest((SELECT :ids::int[])) AS n CROSS JOIN ${product('id')} AS p
   UNION ALL SELECT 'sku ' || n, p.* FROM unnest((SELECT :skus::text[])) AS n CROSS JOIN ${product('sku')} AS p
   UNION ALL SELECT 'external_id ' || n, p.* FROM unnest((SELECT :external_ids::text[])) AS n
     CROSS JOIN ${product('external_id')} AS p`,
);

const findCustomers = statement(
  'find customers of import',
  `SELECT 'customer_id ' || n AS reference, p.* FROM unnest((SELECT :ids::int[])) AS n CROSS JOIN ${customer('id')} AS p
   UNION ALL SELECT 'customer_external_id ' || n, p.* FROM unnest((SELECT :external_ids::text[])) AS n
     CROSS JOIN ${customer('external_id')} AS p
   UNION ALL SELECT 'customer_tax_id ' || n, p.* FROM unnest((SELECT :tax_ids::text[])) AS n
     CROSS JOIN ${customer('tax_id', ", p.tax_id_type = 'foreign'")} AS p`,
);

/** What rows of an import, and the orders that are there, refer to. */
export class References {
  readonly #products: ReadonlyMap<string, ImportedProduct>;
  readonly #customers: ReadonlyMap<string, ImportedCustomer>;

  constructor(products: readonly ImportedProduct[], customers: readonly ImportedCustomer[]) {
    this.#products = byReference('product_id', products);
    this.#customers = byReference('customer_id', customers);
  }

  /** What a row refers to. What names the order's own customer or product isn't looked up. Throws what was never there. */
  parties(item: Item, existing: Existing | undefined): Parties {
    const own = existing && this.#ownParties(item, existing);
    if (own) return own;
    const order = existing?.order;
    const customer = this.#customerOf(item, order);
    const found = item.items.map((line, n) => this.#productOf(line, order?.items[n]));
    const issues = found.flatMap((product, index): ValidationIssue[] =>
      product ? [] : [referenceIssue(`#/items/${index}`, item.items[index]!)],
    );
    if (!customer) issues.unshift(customerIssue(item));
    if (issues.length > 0) throw invalidReferences(issues);
    return { customerId: customer!.id, products: found as ImportedProduct[] };
  }

  /** What the order refers to, if the row names it as the import did. */
  #ownParties(item: Item, { order, digest }: Existing): Parties | undefined {
    if (digest === null) return undefined;
    const productIds = order.items.map(({ product_id }) => product_id);
    const customerId = order.customer_id;
    if (referencesDigest(item, { customerId, productIds }) !== digest) return undefined;
    return { customerId, products: productIds.map((id) => this.#products.get(`product_id ${id}`)!) };
  }

  /** By the pointer to an id of ours, the pointer to what the row has in its place, and what the order would have there. */
  named(item: Item, order: Order): Map<string | undefined, { pointer: string; value: unknown }> {
    const field = customerField(item);
    const customer = this.#customers.get(`customer_id ${order.customer_id}`);
    const named = new Map([
      ['#/customer_id', { pointer: `#/${field}`, value: customer?.[CUSTOMER_COLUMNS[field]] as unknown }],
    ]);
    for (const [n, line] of item.items.entries()) {
      const name = referenceField(line);
      const value = order.items[n] && this.#namesOf(order.items[n])[name];
      named.set(`#/items/${n}/product_id`, { pointer: `#/items/${n}/${name}`, value });
    }
    return named;
  }

  #customerOf(item: Item, order: Order | undefined): ImportedCustomer | undefined {
    const field = customerField(item);
    const own = this.#customers.get(`customer_id ${order?.customer_id}`);
    const named = (names: readonly unknown[]) =>
      names.flatMap((name) => this.#customers.get(`${field} ${name}`) ?? []);
    if (field === 'customer_tax_id') {
      const taxId = item[field]!;
      if (own && meantByTaxId(taxId, [own]).length > 0) return own;
      return liveFirst(taxId, named(taxIdForms(taxId)))[0];
    }
    return own?.[CUSTOMER_COLUMNS[field]] === item[field] ? own : named([item[field]])[0];
  }

  #productOf(
    line: ProductReference,
    stored: Order['items'][number] | undefined,
  ): ImportedProduct | undefined {
    const field = referenceField(line);
    const isOwn = stored && this.#namesOf(stored)[field] === line[field];
    return this.#products.get(isOwn ? `product_id ${stored.product_id}` : `${field} ${line[field]}`);
  }

  /** The SKU that a line shows means its product, whatever has it now. */
  #namesOf({ product_id, sku }: Order['items'][number]) {
    return { product_id, sku, external_id: this.#products.get(`product_id ${product_id}`)?.external_id };
  }
}

const byReference = <Row extends { readonly reference: string; readonly id: number }>(
  field: string,
  rows: readonly Row[],
): Map<string, Row> =>
  new Map(rows.flatMap((row) => [[row.reference, row] as const, [`${field} ${row.id}`, row] as const]));

/** Reads what all rows refer to, and the orders that they have. */
export async function readReferences(
  db: Querier,
  tenantId: number,
  items: readonly Item[],
  orders: readonly Order[],
): Promise<References> {
  const lines = [...items, ...orders].flatMap((each): readonly ProductReference[] => each.items);
  const named = items.flatMap((item) => item.items);
  const products = await findProducts<ImportedProduct>(db, {
    tenant_id: tenantId,
    ids: distinct(lines.map(({ product_id }) => product_id)),
    skus: distinct(named.map(({ sku }) => sku)),
    external_ids: distinct(named.map(({ external_id }) => external_id)),
  });
  const customers = await findCustomers<ImportedCustomer>(db, {
    tenant_id: tenantId,
    ids: distinct([...items, ...orders].map(({ customer_id }) => customer_id)),
    external_ids: distinct(items.map(({ customer_external_id }) => customer_external_id)),
    tax_ids: distinct(items.flatMap(({ customer_tax_id: id }) => (id === undefined ? [] : taxIdForms(id)))),
  });
  return new References(products, customers);
}

const distinct = <T>(values: readonly (T | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

function customerIssue(item: Item): ValidationIssue {
  const field = customerField(item);
  const detail = namesNothing(`no customer has this ${field.replace(/^customer_/, '')}`, item[field]);
  const [wrong] = taxIdIssues({ tax_id: item.customer_tax_id });
  return {
    pointer: `#/${field}`,
    code: 'invalid_reference',
    detail: wrong ? `${detail}, which ${wrong.detail}` : detail,
  };
}
