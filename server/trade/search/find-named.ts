import { normalizePhone } from '../../base/formats/phone.ts';
import { taxIdForms } from '../../base/formats/tax-id.ts';
import type { Querier } from '../../db/querier.ts';
import { compile } from '../../db/sql/statement.ts';

export const NAMED_KINDS = ['order', 'customer', 'product', 'coupon', 'promotion'] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** A row of the trade as people call it. */
export interface Named {
  readonly kind: NamedKind;
  readonly id: number;
  /** Of an order, its customer's. */
  readonly name: string;
  /** A product's SKU, a customer's tax id. */
  readonly code: string | null;
  readonly externalId: string | null;
}

export interface Found extends Named {
  /** An id, a code or the whole name is what was asked for, not only the beginnings of words. */
  readonly exact: boolean;
}

export interface Wanted {
  readonly text: string;
  /** The text as a number of ours. */
  readonly id?: number | undefined;
}

interface Source {
  readonly table: string;
  readonly name: string;
  readonly code?: string;
  /** Each is answered by an index of its own. */
  readonly exact: readonly string[];
  /** Words in an index, the beginnings of which are found; and when it's more than a beginning. */
  readonly words?: string;
  readonly whole?: string;
}

/** Rows that one condition finds at most. Those that fit best are chosen among them. */
const MAX_READ = 50;
/** Nothing that has a name is longer. */
const MAX_TEXT = 254;
/** A tenant has few, so the newest are read instead of an index. */
const MAX_PROMOTIONS = 1_000;

const ID = 'id = :id';
/** As it was typed, and in one case: an external id in both cases is found by its words. */
const anyCase = (column: string): string => `${column} IN (:text, upper(:text), lower(:text))`;
const same = (column: string): string => `lower(${column}) = lower(:text)`;
const SAME_NAME = 'search_words(tenant_id, name) = search_words(:tenant_id::integer, :text)';

const SOURCES: Readonly<Record<NamedKind, Source>> = {
  order: {
    table: 'orders t',
    name: '(SELECT name FROM customers c WHERE c.tenant_id = t.tenant_id AND c.id = t.customer_id)',
    exact: [ID, same('external_id')],
  },
  customer: {
    table: 'customers t',
    name: 'name',
    code: 'tax_id',
    exact: [ID, anyCase('external_id'), 'tax_id = ANY (:tax_ids::text[])', same('email'), 'name = :text'],
    words: 'customer_words(tenant_id, name, trade_name, external_id, phone)',
    whole: `${SAME_NAME} OR ${same('trade_name')} OR ${same('external_id')} OR phone = :words`,
  },
  product: {
    table: 'products t',
    name: 'name',
    code: 'sku',
    exact: [ID, anyCase('external_id'), anyCase('sku'), 'name = :text'],
    words: 'product_words(tenant_id, name, sku, external_id)',
    whole: `${SAME_NAME} OR ${same('sku')} OR ${same('external_id')}`,
  },
  coupon: {
    table: 'coupons t',
    name: 'code',
    exact: [ID, anyCase('external_id'), same('code')],
  },
  promotion: {
    table: `(SELECT * FROM promotions WHERE tenant_id = :tenant_id ORDER BY id DESC LIMIT ${MAX_PROMOTIONS}) t`,
    name: 'name',
    exact: [ID],
    words: "product_words(tenant_id, name, '', external_id)",
    whole: `${SAME_NAME} OR ${same('external_id')}`,
  },
};

/** The text's words, as a query for what begins with them. NULL, which finds nothing, if it has none. */
const QUERY = `(SELECT string_agg('''' || word || ''':*', ' & ')
  FROM unnest(search_words(:tenant_id::integer, :words::text)) AS word)::tsquery`;

const columnsOf = (kind: NamedKind): string => {
  const { name, code = 'NULL' } = SOURCES[kind];
  return `'${kind}' AS kind, id, ${name} AS name, ${code} AS code, external_id AS "externalId"`;
};

/** One statement for a kind. */
function searchOf(kind: NamedKind) {
  const { table, exact, words, whole } = SOURCES[kind];
  const found = (condition: string, isExact: string): string =>
    `(SELECT ${columnsOf(kind)}, coalesce(${isExact}, false) AS exact
      FROM ${table} WHERE tenant_id = :tenant_id AND ${condition} LIMIT ${MAX_READ})`;
  const byWords = words === undefined ? [] : [found(`${words} @@ ${QUERY}`, whole ?? 'false')];
  return compile([...exact.map((condition) => found(condition, 'true')), ...byWords].join(' UNION ALL '));
}

const SEARCHES = NAMED_KINDS.map(searchOf);

/** What a text may mean, best first. A phone number is looked for as it is stored. */
export async function findNamed(db: Querier, tenantId: number, wanted: Wanted): Promise<Found[]> {
  const text = wanted.text.slice(0, MAX_TEXT);
  const phone = normalizePhone(text);
  const values: Readonly<Record<string, unknown>> = {
    tenant_id: tenantId,
    id: wanted.id ?? 0,
    text,
    tax_ids: taxIdForms(text),
    words: phone.startsWith('+') ? phone : text,
  };
  const found = new Map<string, Found>();
  for (const { text: sql, parameters } of SEARCHES) {
    const rows = await db.query<Found>(
      sql,
      parameters.map((name) => values[name]),
    );
    for (const row of rows.toSorted((a, b) => Number(a.exact) - Number(b.exact)))
      found.set(`${row.kind} ${row.id}`, row);
  }
  return [...found.values()].toSorted((a, b) => Number(b.exact) - Number(a.exact) || b.id - a.id);
}

/** Orders with an external id, which is how a shop calls its own, in any letter case; the same letters first. */
export const findOrderIds = async (db: Querier, tenantId: number, externalId: string): Promise<number[]> =>
  (
    await db.query<{ id: number }>(
      `SELECT id FROM orders WHERE tenant_id = $1 AND lower(external_id) = lower($2)
       ORDER BY external_id = $2 DESC, id DESC LIMIT ${MAX_READ}`,
      [tenantId, externalId.slice(0, MAX_TEXT)],
    )
  ).map(({ id }) => id);

const ONE = Object.fromEntries(
  NAMED_KINDS.map((kind) => [
    kind,
    compile(
      `SELECT ${columnsOf(kind)} FROM ${SOURCES[kind].table} WHERE tenant_id = :tenant_id AND ${ID} LIMIT 1`,
    ),
  ]),
) as Readonly<Record<NamedKind, ReturnType<typeof compile>>>;

/** A row by its id, the deleted ones too. */
export async function namedById(
  db: Querier,
  tenant_id: number,
  kind: NamedKind,
  id: number,
): Promise<Named | undefined> {
  const { text, parameters } = ONE[kind];
  const values: Readonly<Record<string, number>> = { tenant_id, id };
  return (
    await db.query<Named>(
      text,
      parameters.map((name) => values[name]),
    )
  )[0];
}

export interface OrderSummary extends Named {
  readonly customerId: number;
  readonly status: string;
  readonly total: string;
  readonly currency: string;
  readonly createdAt: string;
}

/** What a page about an order begins with. */
export const findOrderSummary = async (
  db: Querier,
  tenantId: number,
  id: number,
): Promise<OrderSummary | undefined> =>
  (
    await db.query<OrderSummary>(
      `SELECT ${columnsOf('order')}, customer_id AS "customerId", status, total::text, currency, iso(created_at) AS "createdAt"
       FROM ${SOURCES.order.table} WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
    )
  )[0];

/** Where the orders of a customer, with a product, a coupon or a promotion are found by an index, the newest first. */
const ORDERS_OF: Readonly<Record<Exclude<NamedKind, 'order'>, string>> = {
  customer: 'SELECT id FROM orders WHERE tenant_id = $1 AND customer_id = $2 ORDER BY id DESC LIMIT $3',
  product:
    'SELECT DISTINCT order_id AS id FROM order_lines WHERE tenant_id = $1 AND product_id = $2 ORDER BY order_id DESC LIMIT $3',
  coupon: `SELECT id FROM orders WHERE tenant_id = $1 AND coupon_code IS NOT NULL
    AND lower(coupon_code) = (SELECT lower(code) FROM coupons WHERE tenant_id = $1 AND id = $2) ORDER BY id DESC LIMIT $3`,
  promotion:
    'SELECT order_id AS id FROM promotion_uses WHERE tenant_id = $1 AND promotion_id = $2 ORDER BY order_id DESC LIMIT $3',
};

export interface OrderOf {
  readonly id: number;
  readonly externalId: string | null;
  readonly name: string;
  readonly createdAt: string;
}

/** The newest orders that have to do with a row. */
export const newestOrdersOf = (
  db: Querier,
  tenantId: number,
  { kind, id }: Pick<Named, 'id'> & { readonly kind: Exclude<NamedKind, 'order'> },
  limit: number,
): Promise<OrderOf[]> =>
  db.query(
    `SELECT o.id, o.external_id AS "externalId", c.name, iso(o.created_at) AS "createdAt"
     FROM (${ORDERS_OF[kind]}) AS n JOIN orders o ON o.tenant_id = $1 AND o.id = n.id
     JOIN customers c ON c.tenant_id = $1 AND c.id = o.customer_id ORDER BY o.id DESC`,
    [tenantId, id, limit],
  );
