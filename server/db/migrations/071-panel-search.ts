import type { Step } from './migration.ts';

/** Indexes for the panel's search: names by the beginnings of their words, orders by their external id in any letter case. */
export const name = '071-panel-search';

const ACCENTED = 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäåéèêëíìîïóòôõöúùûüçñ';
const PLAIN = 'AAAAAAEEEEIIIIOOOOOUUUUCNaaaaaaeeeeiiiiooooouuuucn';
/** What words have between them. A backslash and a quote would have to be escaped in a query. */
const BETWEEN = String.raw`.,;:!?/\|()[]{}<>"''&+*=@#_-`;

/**
 * The words of a text, in small letters without accents, each behind its tenant's number: a GIN index over all tenants then finds only
 * one's own. The bodies are parsed here, because an index is built with another search_path.
 */
const SEARCH_WORDS = `
CREATE FUNCTION search_words(p_tenant_id integer, p_text text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(p_tenant_id || '/' || left(word, 60)), '{}')
  FROM string_to_table(translate(lower(translate(p_text, '${ACCENTED}', '${PLAIN}') COLLATE "C"),
    '${BETWEEN}' || chr(9) || chr(10) || chr(160), repeat(' ', ${BETWEEN.length + 2})), ' ') AS word
  WHERE word <> ''
)`;

/** A telephone number is found with and without the codes of its country and its area. */
const CUSTOMER_WORDS = `
CREATE FUNCTION customer_words(p_tenant_id integer, p_name text, p_trade_name text, p_external_id text, p_phone text)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(search_words(p_tenant_id, coalesce(p_name, '') || ' ' || coalesce(p_trade_name, '') || ' '
  || coalesce(p_external_id, '') || ' ' || coalesce(p_phone || ' ' || regexp_replace(p_phone, '^[+]55', '')
  || ' ' || right(p_phone, 9) || ' ' || right(p_phone, 8), '')))`;

const PRODUCT_WORDS = `
CREATE FUNCTION product_words(p_tenant_id integer, p_name text, p_sku text, p_external_id text)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(search_words(p_tenant_id, coalesce(p_name, '') || ' ' || coalesce(p_sku, '') || ' '
  || coalesce(p_external_id, '')))`;

/** So much of what waits to be sorted into the index is read by a search at most, in kB. */
const PENDING = 'WITH (gin_pending_list_limit = 256)';

export const steps: readonly Step[] = [
  SEARCH_WORDS,
  CUSTOMER_WORDS,
  PRODUCT_WORDS,
  {
    index: 'customers_words',
    create: `CREATE INDEX CONCURRENTLY customers_words ON customers USING gin
      (customer_words(tenant_id, name, trade_name, external_id, phone)) ${PENDING}`,
  },
  {
    index: 'products_words',
    create: `CREATE INDEX CONCURRENTLY products_words ON products USING gin
      (product_words(tenant_id, name, sku, external_id)) ${PENDING}`,
  },
  {
    index: 'orders_external_id_any_case',
    create: `CREATE INDEX CONCURRENTLY orders_external_id_any_case ON orders (tenant_id, lower(external_id))
      WHERE external_id IS NOT NULL`,
  },
];
