import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../server/accounts/api-keys/caller.ts';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import { namingExisting } from '../../../server/db/sql/existing-rows.ts';
import type { Context } from '../../../server/main/context.ts';
import { categoryResource } from '../../../server/trade/catalogue/categories/resource.ts';
import { productResource } from '../../../server/trade/catalogue/products/resource.ts';
import { customerResource } from '../../../server/trade/customers/resource.ts';
import { couponResource } from '../../../server/trade/pricing/coupons/resource.ts';
import { priceTableResource } from '../../../server/trade/pricing/price-tables/resource.ts';
import { promotionResource } from '../../../server/trade/pricing/promotions/resource.ts';
import { runBatch } from '../../../server/trade/resources/batch.ts';
import { batchResultText } from '../../../server/trade/resources/batch-result.ts';
import { type Batch, type Result, writeBatchRow } from '../../../server/trade/resources/batch-row.ts';
import type { CheckBody } from '../../../server/trade/resources/upsert.ts';
import { startValidationBudget } from '../../../server/trade/resources/validation-budget.ts';
import type { Batches } from './generate-batches.ts';

const RESOURCES = {
  Product: productResource,
  Customer: customerResource,
  Category: categoryResource,
  PriceTable: priceTableResource,
  Promotion: promotionResource,
  Coupon: couponResource,
};

/** A tenant whose batches are written in sets, or one by one. */
export interface BatchShop {
  send(resource: Batches['resource'], items: readonly unknown[], matchBy?: string): Promise<unknown>;
  /** All that its batches of the resource have written, without what differs between any two tenants. */
  contents(resource: Batches['resource']): Promise<object>;
}

const CATEGORIES = `INSERT INTO categories (tenant_id, name, slug, position, metadata, deleted_at)
  SELECT $1, 'C', 'c' || n, 0, '{}', CASE WHEN n = 3 THEN now() END FROM generate_series(1, 3) n RETURNING id`;
const PRICE_TABLES = `INSERT INTO price_tables
    (tenant_id, name, code, kind, status, priority, is_default, currency, metadata, deleted_at)
  SELECT $1, 'T', 't' || n, 'fixed', 'active', n, false, 'BRL', '{}', CASE WHEN n = 3 THEN now() END
  FROM generate_series(1, 3) n RETURNING id`;
/** The fifth applies without a coupon. */
const PROMOTIONS = `INSERT INTO promotions
    (tenant_id, name, status, priority, stackable, requires_coupon, discount, target, conditions, metadata, deleted_at)
  SELECT $1, 'P', 'active', 0, false, n < 4, '{"type":"percentage","percentage":1}', '{"type":"order"}', '{}', '{}',
    CASE WHEN n = 3 THEN now() END
  FROM generate_series(1, 4) n RETURNING id`;
/** S0, S1 and S2; S3 is nobody's. */
const PRODUCTS = `INSERT INTO products
    (tenant_id, name, sku, price, status, unit, track_stock, allow_backorder, min_stock, image_urls, metadata)
  SELECT $1, 'Café', 'S' || n, 1, 'active', 'un', true, false, 0, '[]', '{}' FROM generate_series(0, 2) n`;
const ENDPOINT = `INSERT INTO webhook_registrations (tenant_id, url, description, secret, events, active)
  SELECT $1, 'https://example.com', '', '', $2::text[], $3`;
const NOBODYS = 2_000_000_000;

export async function openBatchShop(
  { db }: Context,
  checkBody: CheckBody,
  inSets: boolean,
): Promise<BatchShop> {
  const tenantId = await insertTenant(db, 'Loja', 'Enterprise');
  for (const [events, active] of [
    [['product.created', 'customer.updated'], true],
    [['product.updated', 'customer.updated'], true],
    [['product.created', 'customer.created'], false],
  ])
    await db.query(ENDPOINT, [tenantId, events, active]);
  const insert = async (sql: string): Promise<number[]> =>
    (await db.query<{ id: number }>(sql, [tenantId])).map(({ id }) => id);
  const [one, other, deleted, alwaysApplies] = await insert(PROMOTIONS);
  const categories = [...(await insert(CATEGORIES)), NOBODYS];
  const references = {
    Product: categories,
    Customer: [...(await insert(PRICE_TABLES)), NOBODYS],
    Category: categories,
    PriceTable: [],
    Promotion: categories,
    Coupon: [one!, other!, deleted!, NOBODYS, alwaysApplies!],
  };
  const caller = {
    tenantId,
    keyPrefix: 'test',
    actor: 'api_key:test',
    currency: 'BRL',
    storedBytes: 0,
    storedBytesLimit: 5e9,
  } as Caller;
  let hasProducts = false;
  const requestIds: string[] = [];
  return {
    async send(name, items, matchBy) {
      const write = inSets ? runBatch : runOneByOne;
      const requestId = randomUUID();
      requestIds.push(requestId);
      if (name === 'Promotion' && !hasProducts) await insert(PRODUCTS);
      hasProducts = true;
      const rows = await db.query<{ external_id: string; id: number }>(
        'SELECT external_id, id FROM categories WHERE tenant_id = $1 AND external_id IS NOT NULL',
        [tenantId],
      );
      const byExternalId = new Map(rows.map(({ external_id, id }) => [external_id, id]));
      const idOf = (reference: number | string): number =>
        typeof reference === 'number'
          ? references[name][reference]!
          : (byExternalId.get(reference) ?? NOBODYS);
      const text = await db.transaction(
        (tx) =>
          write(
            tx,
            RESOURCES[name] as typeof productResource,
            { caller, requestId, items: withIds(items, idOf), matchBy },
            checkBody,
          ),
        { requestId },
      );
      return JSON.parse(text.replaceAll(requestId, 'request'));
    },
    contents: (name) => contentsOf(db, tenantId, { name, requestIds }),
  };
}

const runOneByOne: typeof runBatch = async (tx, resource, request, checkBody) => {
  const { caller, requestId, items, matchBy } = request;
  const budget = startValidationBudget();
  const checkRow: CheckBody = (operation, body) => checkBody(operation, body, budget);
  const match = matchBy === undefined ? undefined : resource.match;
  const batch: Batch<typeof resource.name> = { tx, resource, caller, match, checkRow, checkAhead: checkRow };
  const results: Result[] = [];
  for (const item of items) results.push(await writeBatchRow(batch, item));
  return batchResultText(await namingExisting(tx, caller.tenantId, results), requestId) as Awaited<
    ReturnType<typeof runBatch<typeof resource.name>>
  >;
};

/** The rows with ids in place of the numbers of references. */
function withIds(items: readonly unknown[], idOf: (reference: number | string) => number): unknown[] {
  return JSON.parse(JSON.stringify(items), (field, value) => {
    if (value === null) return null;
    if (/^(category|price_table|promotion|parent)_id$/.test(field)) return idOf(value);
    return field === 'category_ids' ? value.map(idOf) : value;
  });
}

const rowsOf = (table: string): string =>
  `SELECT to_json(t) AS row FROM ${table} t WHERE tenant_id = $1 ORDER BY id`;
const QUERIES = {
  categories: rowsOf('categories'),
  price_tables: rowsOf('price_tables'),
  promotions: rowsOf('promotions'),
  coupons: rowsOf('coupons'),
  products: rowsOf('products'),
  customers: rowsOf('customers'),
  balances: 'SELECT to_json(t) AS row FROM stock_balances t WHERE tenant_id = $1 ORDER BY product_id',
  movements:
    "SELECT to_jsonb(t) - 'id' || jsonb_build_object('document', (document::jsonb - 'id')::text) AS row FROM stock_movements t WHERE tenant_id = $1 ORDER BY id",
  events: `SELECT json_build_object('kind', kind, 'body', body::json, 'request', request_id, 'test', test,
      'same', body::json ->> 'event_id' = event_id::text AND body::json ->> 'occurred_at' = iso(occurred_at),
      'in order', occurred_at >= lag(occurred_at, 1, occurred_at) OVER (ORDER BY position),
      'deliveries', (SELECT json_agg(r.events ORDER BY r.id) FROM webhook_deliveries d JOIN webhook_registrations r
        ON r.tenant_id = d.tenant_id AND r.id = d.registration_id WHERE d.tenant_id = e.tenant_id AND d.event_id = e.event_id),
      'queued', (SELECT count(*) FROM webhook_queue q WHERE q.tenant_id = e.tenant_id AND q.event_id = e.event_id)
    ) AS row FROM events e WHERE tenant_id = $1 ORDER BY position`,
  queue: `SELECT json_build_object('kind', e.kind, 'subject', coalesce(e.body::json -> 'data' -> 'product' ->> 'sku',
      e.body::json -> 'data' -> 'customer' ->> 'external_id')) AS row FROM webhook_queue q
    JOIN events e ON e.tenant_id = q.tenant_id AND e.event_id = q.event_id
    WHERE q.tenant_id = $1 ORDER BY q.registration_id, q.due_at, e.position`,
} as const;
/** Where the batches of a resource write. Rows that they only refer to have ids of other tables. */
const TABLES: Readonly<Record<Batches['resource'], readonly (keyof typeof QUERIES)[]>> = {
  Product: ['products', 'balances', 'movements', 'events', 'queue'],
  Customer: ['customers', 'events', 'queue'],
  Category: ['categories', 'events'],
  PriceTable: ['price_tables', 'events'],
  Promotion: ['promotions', 'events'],
  Coupon: ['coupons', 'events'],
};

async function contentsOf(
  db: Context['db'],
  tenantId: number,
  written: { readonly name: Batches['resource']; readonly requestIds: readonly string[] },
): Promise<object> {
  const tables = await Promise.all(
    TABLES[written.name].map(async (name) => {
      const rows = await db.query<{ row: string }>(QUERIES[name], [tenantId]);
      return [name, `[${rows.map(({ row }) => row).join(',')}]`] as const;
    }),
  );
  return JSON.parse(`{${tables.map(([name, text]) => `"${name}":${text}`).join(',')}}`, (_name, value) => {
    const index = written.requestIds.indexOf(value);
    return index < 0 ? value : `request ${index}`;
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** Ids of different tables may be equal by chance, and in one tenant only. */
const tableOf = (name: string): string =>
  name === 'tenant_id'
    ? 'tenant'
    : /^(category|price_table|promotion)_id$/.test(name)
      ? 'reference'
      : /_ids$/.test(name)
        ? name
        : 'row';

/**
 * Numbers ids in the order in which they occur, and leaves out times and UUIDs: they differ between any two tenants. The same
 * inside of documents, which are JSON text.
 */
export function comparable(value: object): unknown {
  const ids = new Map<string, string>();
  const numbered = (table: string, id: number | string): string => {
    const key = `${table} ${id}`;
    if (!ids.has(key))
      ids.set(key, `${table} ${[...ids.keys()].filter((each) => each.startsWith(table)).length}`);
    return ids.get(key)!;
  };
  const replaced = (name: string, each: unknown): unknown => {
    if (typeof each === 'number' && /^(id|\w+_id)$/.test(name)) return numbered(tableOf(name), each);
    if (Array.isArray(each) && /^(product|category)_ids$/.test(name))
      return each.map((id) => numbered(tableOf(name), id));
    if (typeof each !== 'string') return each;
    if (TIME.test(each)) return 'time';
    if (UUID.test(each)) return 'uuid';
    if (name === 'document') return JSON.stringify(JSON.parse(each, replaced));
    if (name !== 'detail') return each;
    return /belongs to/.test(each)
      ? each.replace(/(?<=belongs to [a-z ]+)\d+/, (id) => numbered('row', id))
      : each.replace(/(?<=category |price table |promotion )\d+/i, (id) => numbered('reference', id));
  };
  return JSON.parse(JSON.stringify(value), replaced);
}
