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

/** How rows of a kind are found. */
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

/** A tenant has few, so the newest are read instead of an index. */
const MAX_PROMOTIONS = 1_000;

export const ID = 'id = :id';
/** As it was typed, and in one case: an external id in both cases is found by its words. */
const anyCase = (column: string): string => `${column} IN (:text, upper(:text), lower(:text))`;
const same = (column: string): string => `lower(${column}) = lower(:text)`;
const SAME_NAME = 'search_words(tenant_id, name) = search_words(:tenant_id::integer, :text)';

export const SOURCES: Readonly<Record<NamedKind, Source>> = {
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

export const columnsOf = (kind: NamedKind): string => {
  const { name, code = 'NULL' } = SOURCES[kind];
  return `'${kind}' AS kind, id, ${name} AS name, ${code} AS code, external_id AS "externalId"`;
};
