import { withoutMask } from '../../../base/formats/tax-id.ts';
import { invalidReferences, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { type ProductReference, referenceField, referenceIssue } from '../../catalogue/rules/reference.ts';
import type { SellableProduct } from '../place/sellable-products.ts';
import type { Item } from './rules/history.ts';

/** A product that an imported order names. It may be inactive or deleted. */
export interface ImportedProduct extends SellableProduct {
  /** What names it: `sku CAF-500`. */
  readonly reference: string;
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
const first = (table: string, columns: string, field: string, value: string) =>
  `LATERAL (
       SELECT ${columns} FROM ${table} p WHERE p.tenant_id = :tenant_id AND p.${field} = ${value}
       ORDER BY CASE WHEN p.deleted_at IS NULL THEN 0 ELSE p.id END LIMIT 1
     )`;

const product = (field: string) => first('products', PRODUCT, field, 'n');
const customer = (field: string, value = 'n') => first('customers', 'p.id', field, value);

const findProducts = statement(
  'find products of import',
  `SELECT 'product_id ' || n AS reference, p.* FROM unnest((SELECT :ids::int[])) AS n CROSS JOIN ${product('id')} AS p
   UNION ALL SELECT 'sku ' || n, p.* FROM unnest((SELECT :skus::text[])) AS n CROSS JOIN ${product('sku')} AS p
   UNION ALL SELECT 'external_id ' || n, p.* FROM unnest((SELECT :external_ids::text[])) AS n
     CROSS JOIN ${product('external_id')} AS p`,
);

// A foreign tax id is stored as it was sent, and could be another customer's CPF with a mask: as for a new order.
const findCustomers = statement(
  'find customers of import',
  `SELECT 'customer_id ' || n AS reference, p.id FROM unnest((SELECT :ids::int[])) AS n CROSS JOIN ${customer('id')} AS p
   UNION ALL SELECT 'customer_external_id ' || n, p.id FROM unnest((SELECT :external_ids::text[])) AS n
     CROSS JOIN ${customer('external_id')} AS p
   UNION ALL SELECT 'customer_tax_id ' || n, coalesce(sent.id, bare.id)
     FROM (SELECT unnest((SELECT :tax_ids::text[])) AS n, unnest((SELECT :without_masks::text[])) AS m) AS named
     LEFT JOIN ${customer('tax_id')} AS sent ON true
     LEFT JOIN ${customer('tax_id', 'm')} AS bare ON true
     WHERE coalesce(sent.id, bare.id) IS NOT NULL`,
);

const CUSTOMER_FIELDS = ['customer_id', 'customer_external_id', 'customer_tax_id'] as const;
const customerField = (item: Item) => CUSTOMER_FIELDS.find((name) => item[name] !== undefined)!;

/** What names the customer or a product: by the pointer to our id, the pointer to what the import has in its place. */
export const sentReferences = (item: Item): ReadonlyMap<string | undefined, string> =>
  new Map([
    ['#/customer_id', `#/${customerField(item)}`],
    ...item.items.map(
      (line, n) => [`#/items/${n}/product_id`, `#/items/${n}/${referenceField(line)}`] as const,
    ),
  ]);

/** Finds what an order refers to, or throws what it names that was never there. */
export type FindParties = (item: Item) => Parties;

/** Reads what all orders refer to. */
export async function readParties(
  db: Querier,
  tenantId: number,
  items: readonly Item[],
): Promise<FindParties> {
  const lines = items.flatMap((item) => item.items);
  const products = await findProducts<ImportedProduct>(db, {
    tenant_id: tenantId,
    ids: distinct(lines.map(({ product_id }) => product_id)),
    skus: distinct(lines.map(({ sku }) => sku)),
    external_ids: distinct(lines.map(({ external_id }) => external_id)),
  });
  const taxIds = distinct(items.map(({ customer_tax_id }) => customer_tax_id?.trim()));
  const customers = await findCustomers<{ readonly reference: string; readonly id: number }>(db, {
    tenant_id: tenantId,
    ids: distinct(items.map(({ customer_id }) => customer_id)),
    external_ids: distinct(items.map(({ customer_external_id }) => customer_external_id)),
    tax_ids: taxIds,
    without_masks: taxIds.map(withoutMask),
  });
  const productOf = new Map(products.map((product) => [product.reference, product]));
  const customerOf = new Map(customers.map(({ reference, id }) => [reference, id]));
  return (item) => partiesOf(item, productOf, customerOf);
}

const distinct = <T>(values: readonly (T | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

function partiesOf(
  item: Item,
  productOf: ReadonlyMap<string, ImportedProduct>,
  customerOf: ReadonlyMap<string, number>,
): Parties {
  const field = customerField(item);
  const customerId =
    customerOf.get(`${field} ${String(item[field]).trim()}`) ?? customerOf.get(`${field} ${item[field]}`);
  const found = item.items.map((line) => productOf.get(referenceOf(line)));
  const issues = found.flatMap((product, index): ValidationIssue[] =>
    product ? [] : [referenceIssue(`#/items/${index}`, item.items[index]!)],
  );
  if (customerId === undefined) {
    const detail = `no customer has this ${field.replace(/^customer_/, '')}`;
    issues.unshift({ pointer: `#/${field}`, code: 'invalid_reference', detail });
  }
  if (issues.length > 0) throw invalidReferences(issues);
  return { customerId: customerId!, products: found as ImportedProduct[] };
}

function referenceOf(line: ProductReference): string {
  const field = referenceField(line);
  return `${field} ${line[field]}`;
}
