import type pg from 'pg';
import { type BenchTenant, insertTenantWithKey } from '../bench/bench-database.ts';
import { catalogueOf, times } from '../bench/rows/products.ts';
import type { PreparedRequest } from '../bench/rows/row.ts';
import { insertProducts } from '../bench/seed-products.ts';
import { onServer } from '../support/databases.ts';
import { get, type Requests } from './requests.ts';

const CUSTOMER = 1;
/** More than any run sells. */
const PLENTY = 1_000_000_000;

/** A tenant with products, a customer, stock for any number of orders, and an event for each product. */
export interface FilledTenant extends BenchTenant {
  readonly products: number;
  readonly firstProductId: number;
}

/** `count` tenants that have so many products together. */
export const addTenants = (url: string, count: number, products: number): Promise<FilledTenant[]> =>
  onServer(url, async (client) => {
    const filled: FilledTenant[] = [];
    for (let n = 0; n < count; n += 1) filled.push(await addTenant(client, products / count));
    return filled;
  });

async function addTenant(client: pg.Client, products: number): Promise<FilledTenant> {
  const tenant = await insertTenantWithKey(client);
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

/** As many different requests of one tenant as of a thousand. */
const DISTINCT = 1000;

/** The same requests, whether one tenant sends all of them or each of many some. */
export function tenantRequests(tenants: readonly FilledTenant[]): Requests[] {
  const turns = times(Math.ceil(DISTINCT / tenants.length), (turn) => turn);
  const ofAll = (
    title: string,
    request: (tenant: FilledTenant, turn: number) => PreparedRequest,
  ): Requests => ({
    title,
    requests: turns.flatMap((turn) =>
      tenants.map((tenant) => ({ ...request(tenant, turn), key: tenant.key })),
    ),
  });
  return [
    ofAll('list 20 products', () => get('/products?limit=20')),
    ofAll('get a product', (tenant, turn) => get(`/products/${productId(tenant, turn)}`)),
    ofAll('a feed page of 100 events', () => get('/events?limit=100')),
    ofAll('place an order of 3 lines', (tenant, turn) => ({
      method: 'POST',
      path: '/api/v1/orders',
      body: JSON.stringify({
        customer_id: CUSTOMER,
        items: times(3, (line) => ({ product_id: productId(tenant, 3 * turn + line), quantity: 1 })),
      }),
    })),
  ];
}

const productId = ({ firstProductId, products }: FilledTenant, n: number): number =>
  firstProductId - 1 + catalogueOf(products).pick(n);
