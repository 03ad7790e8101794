import { expect, it } from 'vitest';
import { useTestEnvironment } from '../support/test-environment.ts';

type Versioned = Record<'product' | 'order', { readonly version: number }>;
const onCluster = it.skipIf(!process.env.TRADEPOST_CITUS);
const TENANTS = 4;
const PRICES = [10, 11, 12];
const STATUSES = ['In_Transit', 'Delivered'] as const;

onCluster('the feed has what happened in the order in which it did', async () => {
  const environment = await useTestEnvironment();
  for (let n = 0; n < TENANTS; n += 1) {
    const { tp } = await environment.tenant();
    const product = await tp.products.create({
      name: 'Café',
      external_id: 'C',
      sku: 'C',
      price: 9,
      track_stock: false,
    });
    const customer = await tp.customers.create({ type: 'person', name: 'Maria' });
    const items = [{ product_id: product.id, quantity: 1 }];
    const order = await tp.orders.create({ customer_id: customer.id, items });
    for (const [n, price] of PRICES.entries()) {
      await tp.products.update(product.id, { price });
      if (STATUSES[n]) await tp.orders.setStatus(order.id, { status: STATUSES[n] });
      await tp.products.batch([{ external_id: 'C', name: 'Café', price: price + 0.5 }]);
    }
    const { data } = await tp.events.list({ limit: 100 });
    const times = data.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted());
    const versionsOf = (what: 'product' | 'order') =>
      data.flatMap(({ data: subject }) =>
        what in subject ? [(subject as unknown as Versioned)[what].version] : [],
      );
    expect(versionsOf('product')).toEqual(Array.from({ length: 2 * PRICES.length + 1 }, (_, v) => v + 1));
    expect(versionsOf('order')).toEqual([1, 2, 3, 3]);
  }
});

onCluster('a new epoch after a restore begins where each tenant’s feed ended', async () => {
  const environment = await useTestEnvironment();
  const tenants = await Promise.all(Array.from({ length: TENANTS }, () => environment.tenant()));
  for (const { tp } of tenants) {
    await tp.customers.create({ type: 'person', name: 'Maria' });
    expect((await tp.events.list()).data).toHaveLength(1);
  }
  await environment.context.db.query("UPDATE feed_epochs SET identity = 'of another server'", []);
  for (const { tp, tenantId } of tenants) {
    expect((await tp.events.list()).data).toHaveLength(1);
    const starts = 'SELECT position FROM feed_epoch_starts WHERE tenant_id = $1 ORDER BY epoch';
    expect(await environment.context.db.query(starts, [tenantId])).toEqual([{ position: 1 }]);
  }
});
