import type { CustomerErasure } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { advanceErasures } from '../../../server/lifecycle/erasure/advance-erasures.ts';
import { completeErasures } from '../../../server/lifecycle/erasure/complete-erasures.ts';
import { allRows } from '../../support/all-rows.ts';
import { findInDatabase } from '../../support/database-dump.ts';
import { eventsOf } from '../../support/events.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { addUser, loggedIn } from '../../support/panel.ts';
import { liveThrough, OF_PERSON, person, useEcho } from '../../support/person.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { type TestEnvironment, type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';
import { captureLog } from '../../support/webhook-fixtures.ts';
import { letTimePass, register, useWorker } from '../../support/webhooks.ts';

const REASON = 'Requested by the customer';

async function complete(
  { context: { db } }: TestEnvironment,
  { tp }: TestTenant,
  id: number,
): Promise<CustomerErasure> {
  await expect
    .poll(async () => {
      await advanceErasures(db, 0);
      await completeErasures(db);
      return (await tp.customers.getErasure(id)).status;
    })
    .toBe('completed');
  return tp.customers.getErasure(id);
}

/** Erases the customer, and waits until all is done. */
async function erase(
  environment: TestEnvironment,
  tenant: TestTenant,
  customer_id: number,
): Promise<CustomerErasure> {
  const { id } = await tenant.tp.customers.erase({ customer_id, reason: REASON });
  return complete(environment, tenant, id);
}

const KINDS = [
  'customer.created',
  'customer.updated',
  'order.created',
  'order.status_changed',
  'delivery.failed',
];
const LOGGED = 'SELECT 1 FROM refused_requests WHERE path LIKE $1';

it("leaves none of a person's values in the whole database, and none were in the log", async () => {
  const { lines, log } = captureLog();
  const environment = await useTestEnvironment({ overrides: { log } });
  const { context, baseUrl } = environment;
  const tenant = await environment.tenant();
  const echo = await useEcho();
  await register(context, tenant.tenantId, echo.url, KINDS);
  const { id } = await liveThrough(tenant);
  const worker = useWorker(context);
  while ((await worker.tick()) > 0);
  const visitor = await loggedIn(baseUrl, await addUser(environment, tenant.tenantId));
  for (const page of ['webhooks/deliveries', 'requests', 'api-keys', 'audit'])
    await visitor.get(`/panel/${page}?q=${encodeURIComponent(person.name)}&order=${person.email}`);
  await expect.poll(() => context.db.query(LOGGED, [`%${person.trade_name}%`])).toHaveLength(1);
  // Of one row alone there are no statistics.
  for (const name of ['Ana', 'Rui'])
    await tenant.tp.customers.create({ type: 'person', name, email: `${name}@example.com` });
  await context.db.query('ANALYZE', []);
  const found = await findInDatabase(context, OF_PERSON);
  expect(found.length).toBeGreaterThan(100);
  expect(found).toContainEqual(expect.stringMatching(/^statistics of public[.]customers: /));
  const reason = `${person.name} asked for it`;
  const begun = await tenant.tp.customers.erase({ customer_tax_id: '529.982.247-25', reason });
  expect(begun).toMatchObject({ customer_id: id, status: 'running', reason: '[erased]' });
  const receipt = await complete(environment, tenant, begun.id);
  await letTimePass(context, tenant.tenantId);
  await worker.tick();
  expect(await findInDatabase(context, OF_PERSON)).toEqual([]);
  expect(receipt.erased).toMatchObject({ customers: 1, orders: 3, refused_requests: 2 });
  for (const kind of ['idempotent_responses', 'events', 'deliveries', 'attempts'] as const)
    expect(receipt.erased[kind]).toBeGreaterThan(0);
  expect(lines.join('').match(OF_PERSON)).toBeNull();
  // Every stored event still is what the contract says.
  expect((await eventsOf(environment, tenant.tenantId)).length).toBeGreaterThan(5);
});

describe('an erasure', () => {
  const environment = sharedEnvironment();
  const newTenant = () => environment().tenant();

  it('is refused while orders are open, and names them', async () => {
    const { tp } = await newTenant();
    const { id: customer_id } = await buyer(tp);
    const { sku } = await stocked(tp, 5);
    const order = await tp.orders.create({ customer_id, items: [{ sku, quantity: 1 }] });
    await expect(tp.customers.erase({ customer_id, reason: REASON })).rejects.toMatchObject({
      ...{ status: 409, code: 'in_use', problem: { in_use_by: ['orders'] } },
      errors: [{ code: 'in_use', detail: `order ${order.id} is Pending` }],
    });
    expect((await tp.customers.get(customer_id)).name).toBe('Maria Souza');
    await tp.orders.setStatus(order.id, { status: 'Canceled' });
    expect(await tp.customers.erase({ customer_id, reason: REASON })).toMatchObject({ status: 'running' });
  });

  it('keeps what was sold, and shows syncs and caches that the rest has changed', async () => {
    const tenant = await newTenant();
    const { tp } = tenant;
    const { id, orders } = await liveThrough(tenant);
    const before = await tp.orders.get(orders[0]!);
    await erase(environment(), tenant, id);
    const { items, payments, shipping, ...order } = await tp.orders.get(before.id);
    const { total, paid_total, refunded_total, placed_at, fiscal_document } = before;
    expect(order).toMatchObject({
      total,
      paid_total,
      refunded_total,
      placed_at,
      status: 'Delivered',
      notes: null,
    });
    expect(order.fiscal_document).toEqual({ ...fiscal_document, url: null });
    expect(items).toEqual(before.items);
    expect(payments.map(({ amount }) => amount)).toEqual(before.payments.map(({ amount }) => amount));
    expect(shipping).toMatchObject({ amount: 5, address: null, tracking_code: null });
    expect(order.version).toBe(before.version + 1);
    const synced = await allRows(tp.orders.list({ updated_since: order.updated_at }));
    expect(synced.map((row) => row.id)).toContain(before.id);
    const erased = {
      id,
      name: '[erased]',
      tax_id: null,
      external_id: null,
      addresses: [],
      status: 'inactive',
    };
    const [customer] = await allRows(tp.customers.list({ include_deleted: true }));
    expect(customer).toMatchObject(erased);
    const events = await eventsOf(environment(), tenant.tenantId);
    const last = events.filter(({ event_type }) => event_type === 'customer.updated').at(-1)!;
    expect(last.data).toMatchObject({ customer_id: id, customer: { ...customer } });
    await expect(tp.customers.update(id, { name: 'Maria' })).rejects.toMatchObject({ status: 404 });
  });

  it('finds the live customer first, then the deleted ones, until none is left', async () => {
    const { tp } = await newTenant();
    const ids: number[] = [];
    for (const name of ['first', 'second', 'live']) {
      const customer = await tp.customers.create({ type: 'person', name, external_id: 'C-1' });
      ids.push(customer.id);
      if (name !== 'live') await tp.customers.delete(customer.id);
    }
    const next = () => tp.customers.erase({ customer_external_id: 'C-1', reason: REASON });
    for (const customer_id of ids.toReversed()) expect(await next()).toMatchObject({ customer_id });
    await expect(next()).rejects.toMatchObject({ status: 422, code: 'invalid_reference' });
  });

  it('is one while it runs, whoever asks, and one more afterwards has only what is new', async () => {
    const tenant = await newTenant();
    const { tp } = tenant;
    const { id: customer_id, orders } = await liveThrough(tenant);
    const begun = await Promise.all([1, 2, 3].map(() => tp.customers.erase({ customer_id, reason: REASON })));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    await complete(environment(), tenant, begun[0]!.id);
    await tp.orders.update(orders[0]!, { notes: 'Zzq-later' });
    const { id, erased } = await erase(environment(), tenant, customer_id);
    expect(id).not.toBe(begun[0]!.id);
    expect(erased).toMatchObject({ customers: 0, orders: 1, attempts: 0 });
    expect((await tp.orders.get(orders[0]!)).notes).toBeNull();
  });

  it('gets an order, too, that was being placed while its customer was erased', async () => {
    const tenant = await newTenant();
    const { tp, tenantId } = tenant;
    const { id: customer_id } = await buyer(tp);
    const { sku } = await stocked(tp, 5);
    const locked = await holdLocks(
      environment().databaseUrl,
      'SELECT 1 FROM stock_balances WHERE tenant_id = $1 FOR UPDATE',
      [tenantId],
    );
    const placed = tp.orders.create({ customer_id, items: [{ sku, quantity: 1 }], notes: 'Zzq-late' });
    await expect.poll(locked.waiting).toBe(1);
    const { id } = await tp.customers.erase({ customer_id, reason: REASON });
    await advanceErasures(environment().context.db, 0);
    expect((await tp.customers.getErasure(id)).steps[1]).toEqual({ name: 'orders', status: 'running' });
    await locked.release();
    const order = await placed;
    await complete(environment(), tenant, id);
    expect((await tp.orders.get(order.id)).notes).toBeNull();
    expect(await findInDatabase(environment().context, /Zzq-late/g)).toEqual([]);
  });

  it('refuses what the contract does, and shows a tenant its own alone', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id: customer_id } = await buyer(tenant.tp);
    const both = { customer_id, customer_tax_id: '52998224725', reason: REASON };
    const ask = (body: object, { request } = tenant) => request('POST', '/customer-erasures', { body });
    expect((await ask(both)).status).toBe(400);
    expect((await ask({ reason: REASON })).status).toBe(400);
    expect((await ask({ customer_id })).status).toBe(400);
    expect((await ask({ customer_id, reason: REASON }, other)).status).toBe(422);
    const { id } = await tenant.tp.customers.erase({ customer_id, reason: REASON });
    await expect(other.tp.customers.getErasure(id)).rejects.toMatchObject({ status: 404 });
    await expect(other.tp.customers.personalData(customer_id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("a person's data", () => {
  const environment = sharedEnvironment();

  it('is the customer and the orders, or says which scope would show them', async () => {
    const tenant = await environment().tenant();
    const { id, orders } = await liveThrough(tenant);
    const all = await tenant.tp.customers.personalData(id);
    expect(all.customer).toMatchObject({ id, name: person.name, addresses: [{ country: 'PT' }] });
    expect(all.orders!.data.slice(0, 2).map((order) => order.id)).toEqual(orders);
    expect(all.omissions).toEqual([]);
    await tenant.tp.customers.delete(id);
    const { key } = await tenant.addKey(['customers.read']);
    const response = await tenant.request('GET', `/customer-personal-data/${id}`, { key });
    expect(await response.json()).toMatchObject({
      ...{ customer: { id, name: person.name }, orders: null },
      omissions: [{ data: 'orders', required_scope: 'orders.read' }],
    });
  });
});
