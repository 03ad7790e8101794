import { randomUUID } from 'node:crypto';
import type { Context } from '../../../server/context.ts';
import { customerResource } from '../../../server/customers/resource.ts';
import type { Caller } from '../../../server/handler.ts';
import { productResource } from '../../../server/products/resource.ts';
import { runBatch } from '../../../server/resources/batch.ts';
import type { CheckBody } from '../../../server/resources/upsert.ts';
import { insertTenant } from '../../../server/tenants/store.ts';
import type { Batches } from './generate-batches.ts';

const RESOURCES = { Product: productResource, Customer: customerResource };

/** A tenant whose batches are written in sets, or one by one. */
export interface BatchShop {
  send(resource: Batches['resource'], items: readonly unknown[]): Promise<unknown>;
  /** All that its batches have written, without what differs between any two tenants. */
  contents(): Promise<object>;
}

const CATEGORIES = `INSERT INTO categories (tenant_id, name, slug, position, metadata, deleted_at)
  SELECT $1, 'C', 'c' || n, 0, '{}', CASE WHEN n = 3 THEN now() END FROM generate_series(1, 3) n RETURNING id`;
const PRICE_TABLES = `INSERT INTO price_tables
    (tenant_id, name, code, kind, status, priority, is_default, currency, metadata, deleted_at)
  SELECT $1, 'T', 't' || n, 'fixed', 'active', n, false, 'BRL', '{}', CASE WHEN n = 3 THEN now() END
  FROM generate_series(1, 3) n RETURNING id`;
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
  const references = {
    Product: [...(await db.query<{ id: number }>(CATEGORIES, [tenantId])).map(({ id }) => id), NOBODYS],
    Customer: [...(await db.query<{ id: number }>(PRICE_TABLES, [tenantId])).map(({ id }) => id), NOBODYS],
  };
  const caller = { tenantId, keyPrefix: 'test' } as Caller;
  const requestIds: string[] = [];
  return {
    async send(name, items) {
      const resource = inSets ? RESOURCES[name] : { ...RESOURCES[name], set: undefined };
      const requestId = randomUUID();
      requestIds.push(requestId);
      const text = await db.transaction(
        (tx) =>
          runBatch(
            tx,
            resource as typeof productResource,
            { caller, requestId, items: withIds(items, references[name]) },
            checkBody,
          ),
        { requestId },
      );
      return JSON.parse(text.replaceAll(requestId, 'request'));
    },
    contents: () => contentsOf(db, tenantId, requestIds),
  };
}

/** The rows with ids in place of the numbers of references. */
function withIds(items: readonly unknown[], ids: readonly number[]): unknown[] {
  return items.map((item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    const entries = Object.entries(item).map(([field, value]) =>
      ['category_id', 'price_table_id'].includes(field) && value !== null
        ? [field, ids[value]]
        : [field, value],
    );
    return Object.fromEntries(entries);
  });
}

const QUERIES = {
  products: 'SELECT to_json(t) AS row FROM products t WHERE tenant_id = $1 ORDER BY id',
  customers: 'SELECT to_json(t) AS row FROM customers t WHERE tenant_id = $1 ORDER BY id',
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

async function contentsOf(
  db: Context['db'],
  tenantId: number,
  requestIds: readonly string[],
): Promise<object> {
  const tables = await Promise.all(
    Object.entries(QUERIES).map(async ([name, sql]) => {
      const rows = await db.query<{ row: string }>(sql, [tenantId]);
      return [name, `[${rows.map(({ row }) => row).join(',')}]`] as const;
    }),
  );
  return JSON.parse(`{${tables.map(([name, text]) => `"${name}":${text}`).join(',')}}`, (_name, value) => {
    const index = requestIds.indexOf(value);
    return index < 0 ? value : `request ${index}`;
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** Ids of different tables may be equal by chance, and in one tenant only. */
const tableOf = (name: string): string =>
  name === 'tenant_id' ? 'tenant' : /^(category|price_table)_id$/.test(name) ? 'reference' : 'row';

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
    if (typeof each !== 'string') return each;
    if (TIME.test(each)) return 'time';
    if (UUID.test(each)) return 'uuid';
    if (name === 'document') return JSON.stringify(JSON.parse(each, replaced));
    return name === 'detail'
      ? each.replace(/(?<=category |price table )\d+/, (id) => numbered('reference', id))
      : each;
  };
  return JSON.parse(JSON.stringify(value), replaced);
}
