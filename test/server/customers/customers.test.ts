import type { CustomerCreate, CustomerUpdate } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { eventLinesOf, eventsOf } from '../../support/events.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

const person: CustomerCreate = { type: 'person', name: 'Maria Souza' };
const maria = {
  ...person,
  external_id: 'ERP-C-77',
  tax_id: '52998224725',
  email: 'Maria@Example.com',
  phone: '+5541999990000',
  addresses: [{ street: 'Rua XV de Novembro', number: '1200', city: 'Curitiba', country: 'BR' }],
  tags: ['vip', 'café'],
  metadata: { a: 'b' },
} satisfies CustomerCreate;

it('creates a customer with defaults, and emits one event', async () => {
  const { tp, tenantId } = await environment().tenant();
  const customer = await tp.customers.create(person);
  expect(customer).toMatchObject({
    ...person,
    ...{ external_id: null, trade_name: null, tax_id: null, tax_id_type: null, email: null, phone: null },
    ...{ addresses: [], tags: [], status: 'active', metadata: {}, version: 1, deleted_at: null },
  });
  const events = await eventsOf(environment(), tenantId);
  expect(events).toMatchObject([
    { event_type: 'customer.created', data: { customer_id: customer.id, customer } },
  ]);
});

it('returns 404 for a deleted customer, whose orders keep it and whose tax id is free again', async () => {
  const { tp, tenantId } = await environment().tenant();
  const { id: customer_id } = await tp.customers.create(maria);
  const { sku } = await stocked(tp, 5);
  const order = await tp.orders.create({ customer_id, items: [{ sku, quantity: 1 }] });
  await tp.customers.delete(customer_id);
  await expect(tp.customers.get(customer_id)).rejects.toMatchObject({ status: 404 });
  await expect(tp.customers.update(customer_id, { name: 'X' })).rejects.toMatchObject({ status: 404 });
  await expect(tp.customers.delete(customer_id)).rejects.toMatchObject({ status: 404 });
  expect((await tp.orders.get(order.id)).customer_id).toBe(customer_id);
  expect((await tp.customers.create(maria)).id).not.toBe(customer_id);
  const customerEvents = (await eventLinesOf(environment(), tenantId)).filter((line) =>
    line.startsWith('customer'),
  );
  expect(customerEvents).toEqual(['customer.created', 'customer.created']);
});

describe('updating a customer', () => {
  it.each<CustomerUpdate>([
    { tax_id: '529.982.247-25' },
    { ...maria },
    { type: 'person' },
    { tags: ['vip', 'café'], metadata: { a: 'b' }, trade_name: null },
    { addresses: [{ country: 'BR', city: 'Curitiba', number: '1200', street: 'Rua XV de Novembro' }] },
  ])('keeps the version and emits no event if nothing changes: %j', async (body) => {
    const { tp, tenantId } = await environment().tenant();
    const customer = await tp.customers.create(maria);
    expect(await tp.customers.update(customer.id, body)).toEqual(customer);
    expect(await eventLinesOf(environment(), tenantId)).toEqual(['customer.created']);
  });

  it('replaces addresses and tags as a whole, clears fields with null, and emits an event', async () => {
    const { tp, tenantId } = await environment().tenant();
    const { id, external_id } = await tp.customers.create(maria);
    const body = {
      addresses: [],
      tags: ['b'],
      email: null,
      phone: null,
      status: 'inactive',
      name: maria.name,
    } as const;
    const customer = await tp.customers.update(id, { ...body, addresses: [], tags: ['b'] });
    expect(customer).toMatchObject({ ...body, external_id, version: 2 });
    const [, event] = await eventsOf(environment(), tenantId);
    expect(event).toMatchObject({
      event_type: 'customer.updated',
      data: { customer_id: id, customer, changed_fields: ['addresses', 'tags', 'email', 'phone', 'status'] },
    });
  });
});
