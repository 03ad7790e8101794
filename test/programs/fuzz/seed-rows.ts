import { randomUUID } from 'node:crypto';
import { prefix } from '../../contract-check/contract.ts';
import type { RowKind } from './body-value.ts';
import { clientAddress, FORWARDED_FOR } from './client-addresses.ts';
import type { KnownRow } from './known-rows.ts';
import { noteRow } from './note-rows.ts';
import type { Service } from './service.ts';
import type { FuzzTenant } from './tenant.ts';

const OF_EACH = 3;
const PRICE = 10;
const ON_HAND = 100_000;

/** Creates some rows of each kind, so that a tenant's first requests have rows to refer to. */
export async function seedRows(service: Service, tenant: FuzzTenant): Promise<void> {
  const create = async (path: string, kind: RowKind | undefined, body: object): Promise<KnownRow> => {
    const response = await fetch(`${service.address}${prefix}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${tenant.key('full', '')}`,
        'Content-Type': 'application/json',
        [FORWARDED_FOR]: clientAddress(),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`Seeding: POST ${path} has status ${response.status}: ${await response.text()}`);
    const row = (await response.json()) as KnownRow;
    if (kind) noteRow(tenant.rows, kind, row);
    return row;
  };
  for (let n = 0; n < OF_EACH; n += 1) await seedOneOfEach(create);
  await tenant.writes.next();
}

type Create = (path: string, kind: RowKind | undefined, body: object) => Promise<KnownRow>;

async function seedOneOfEach(create: Create): Promise<void> {
  const own = () => ({ external_id: `seed-${randomUUID()}` });
  const named = () => ({ ...own(), name: 'Seed' });
  const code = () => randomUUID();
  const category = await create('/categories', 'categories', named());
  const product = await create('/products', 'products', {
    ...named(),
    sku: code(),
    price: PRICE,
    category_id: category.id,
  });
  const stock = { mode: 'set', quantity: ON_HAND, reason: 'initial' };
  await create(`/stock/${product.id}/adjustments`, undefined, stock);
  const customer = await create('/customers', 'customers', { ...named(), type: 'person' });
  await create('/price-tables', 'price_tables', { ...named(), code: code(), kind: 'fixed' });
  const percentage = { type: 'percentage', percentage: 5 };
  await create('/promotions', 'promotions', { ...named(), discount: percentage });
  await create('/coupons', 'coupons', { ...own(), code: code(), discount: percentage });
  const items = [{ product_id: product.id, quantity: 2 }];
  const order = () => create('/orders', 'orders', { ...own(), customer_id: customer.id, items });
  await order();
  const { id: sold } = await order();
  await create(`/orders/${sold}/status`, 'orders', { status: 'In_Transit' });
  const returned = { items: [{ line: 1, quantity: 1 }], reason: 'Seed', restock: true };
  await create(`/orders/${sold}/returns`, 'orders', returned);
}
