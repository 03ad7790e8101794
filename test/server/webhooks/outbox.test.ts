import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { type TestEnvironment, type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';
import { deliveriesOf, register } from '../../support/webhooks.ts';

const kindsOf = async ({ context }: TestEnvironment, { tenantId }: TestTenant): Promise<string[]> =>
  (
    await context.db.query<{ kind: string }>(
      'SELECT kind FROM events WHERE tenant_id = $1 ORDER BY position',
      [tenantId],
    )
  ).map(({ kind }) => kind);

describe('the outbox', () => {
  it('writes one event for each change, as the contract describes it', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    const { tp, tenantId } = tenant;
    const product = await tp.products.create({ name: 'Café "forte" \\ ☕', sku: 'CAF', price: 39.9 });
    await tp.products.adjustStock(product.id, { mode: 'set', quantity: 5, reason: 'initial' });
    await tp.products.update(product.id, { price: 42, description: 'linha 1\nlinha 2' });
    const customer = await tp.customers.create({ type: 'person', name: 'Maria', tax_id: '529.982.247-25' });
    await tp.customers.update(customer.id, { email: 'maria@example.com' });
    const items = [{ product_id: product.id, quantity: 2 }];
    const order = await tp.orders.create({ customer_id: customer.id, items });
    await tp.orders.setStatus(order.id, { status: 'Canceled' });
    await tp.products.delete(product.id);
    expect(await kindsOf(environment, tenant)).toEqual([
      'product.created',
      'product.updated',
      'customer.created',
      'customer.updated',
      'order.created',
      'order.status_changed',
      'product.deleted',
    ]);
    // Checks each event's bytes against the contract.
    expect(await eventsOf(environment, tenantId)).toHaveLength(7);
  });

  it('writes nothing for a refused change', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 39.9 });
    await tenant.request('POST', '/products', { body: { name: 'Outro', sku: 'CAF', price: 1 } });
    await tenant.request('POST', '/orders', {
      body: { customer_id: 1, items: [{ sku: 'CAF', quantity: 1 }] },
    });
    expect(await kindsOf(environment, tenant)).toEqual(['product.created']);
  });

  it('writes a delivery for each active endpoint that subscribes to the kind', async () => {
    const environment = await useTestEnvironment();
    const [tenant, other] = [await environment.tenant(), await environment.tenant()];
    const { url } = await useEndpoint();
    await register(environment.context, tenant.tenantId, url, ['product.created']);
    await register(environment.context, tenant.tenantId, url, ['product.created', 'order.created']);
    await register(environment.context, tenant.tenantId, url, ['order.created']);
    const inactive = await register(environment.context, tenant.tenantId, url, ['product.created']);
    await environment.context.db.query('UPDATE webhook_registrations SET active = false WHERE id = $1', [
      inactive.id,
    ]);
    await register(environment.context, other.tenantId, url, ['product.created']);
    await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 39.9 });
    expect(await deliveriesOf(environment.context, tenant.tenantId)).toHaveLength(2);
    expect(await deliveriesOf(environment.context, other.tenantId)).toHaveLength(0);
  });

  it('writes no delivery for a tenant whose plan has no webhooks', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    await register(environment.context, tenant.tenantId, 'http://127.0.0.1:9/', ['product.created']);
    await environment.context.db.query('UPDATE tenants SET webhooks_enabled = false WHERE tenant_id = $1', [
      tenant.tenantId,
    ]);
    await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 39.9 });
    expect(await kindsOf(environment, tenant)).toEqual(['product.created']);
    expect(await deliveriesOf(environment.context, tenant.tenantId)).toHaveLength(0);
  });
});

/** The headers that a delivery of the kind would have. The outbox itself writes none. */
