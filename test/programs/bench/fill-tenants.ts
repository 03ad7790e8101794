import type pg from 'pg';
import { onServer } from '../../support/databases.ts';
import { type BenchTenant, insertTenantWithKey, type RateLimit } from './bench-database.ts';
import type { Shop } from './rows/shop.ts';
import { insertProducts } from './seed-products.ts';

export const CUSTOMER = 1;
/** More than any run sells. */
const PLENTY = 1_000_000_000;

/** A tenant with products, a customer, stock for any number of orders, and an event for each product. */
export interface FilledTenant extends BenchTenant, Shop {
  readonly key: string;
}

export interface TenantsToFill {
  readonly count: number;
  /** Of all of them together. */
  readonly products: number;
  readonly rateLimit: RateLimit;
}

export const addTenants = (
  url: string,
  { count, products, rateLimit }: TenantsToFill,
): Promise<FilledTenant[]> =>
  onServer(url, async (client) => {
    const filled: FilledTenant[] = [];
    for (let n = 0; n < count; n += 1)
      filled.push(await fill(client, await insertTenantWithKey(client, rateLimit), products / count));
    return filled;
  });

async function fill(client: pg.Client, tenant: BenchTenant, products: number): Promise<FilledTenant> {
  const values = [tenant.tenantId];
  await insertProducts(client, tenant.tenantId, products);
  await client.query(`UPDATE stock_balances SET on_hand = ${PLENTY} WHERE tenant_id = $1`, values);
  await client.query(
    `INSERT INTO customers (tenant_id, id, type, name, addresses, tags, status, metadata)
     VALUES ($1, ${CUSTOMER}, 'company', 'Bench', '[]', '[]', 'active', '{}')`,
    values,
  );
  const { rows } = await client.query<{ id: number }>(
    `SELECT min(id) AS id, count(emit_event($1, 'product.created',
       '{"product_id":' || id || ',"sku":' || to_json(sku) || ',"product":' || document || '}'))
     FROM products WHERE tenant_id = $1`,
    values,
  );
  return { ...tenant, products, firstProductId: rows[0]!.id };
}

/** As the first readers of the feeds would: that takes longer than a short round. */
const NUMBER_EVENTS = `
  WITH fresh AS (
    SELECT tenant_id, event_id, row_number() OVER (PARTITION BY tenant_id ORDER BY position) AS n
    FROM events WHERE feed_position IS NULL
  ), last AS (
    SELECT tenant_id, coalesce(max(feed_position), 0) AS position FROM events GROUP BY tenant_id
  ), ended AS (
    INSERT INTO feed_ends (tenant_id, position)
    SELECT tenant_id, position + count(*) FROM last JOIN fresh USING (tenant_id) GROUP BY tenant_id, position
    ON CONFLICT (tenant_id) DO UPDATE SET position = excluded.position
  )
  UPDATE events e SET feed_position = last.position + fresh.n FROM fresh JOIN last USING (tenant_id)
  WHERE e.tenant_id = fresh.tenant_id AND e.event_id = fresh.event_id`;

/** Gives all events their position in the feed. */
export const numberEvents = (url: string): Promise<void> =>
  onServer(url, async (client) => void (await client.query(NUMBER_EVENTS)));
