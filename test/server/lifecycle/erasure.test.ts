import { type CustomerErasure, Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { advanceErasures } from '../../../server/lifecycle/erasure/advance-erasures.ts';
import { findInDatabase } from '../../support/database-dump.ts';
import { eventsOf } from '../../support/events.ts';
import { addUser, loggedIn } from '../../support/panel.ts';
import { liveThrough, OF_PERSON, openEcho, person } from '../../support/person.ts';
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
      return (await tp.customers.getErasure(id)).status;
    })
    .toBe('completed');
  return tp.customers.getErasure(id);
}

it("leaves none of a person's values in the whole database, and none were in the log", async () => {
  const { lines, log } = captureLog();
  const environment = await useTestEnvironment({ overrides: { log } });
  const { context, baseUrl } = environment;
  const tenant = await environment.tenant();
  const echo = await openEcho();
  await register(context, tenant.tenantId, echo.url, [
    'customer.created',
    'customer.updated',
    'order.created',
    'order.status_changed',
    'delivery.failed',
  ]);
  const { id } = await liveThrough(tenant);
  const worker = useWorker(context);
  while ((await worker.tick()) > 0);
  await letTimePass(context, tenant.tenantId);
  await worker.tick();
  const visitor = await loggedIn(baseUrl, await addUser(environment, tenant.tenantId));
  for (const page of ['deliveries', 'requests', 'api-keys', 'audit'])
    await visitor.get(`/panel/${page}?q=${encodeURIComponent(person.name)}&order=${person.email}`);
  expect((await findInDatabase(context, OF_PERSON)).length).toBeGreaterThan(100);
  const erasure = await tenant.tp.customers.erase({
    customer_tax_id: '52998224725',
    reason: `${person.name} asked`,
  });
  expect(erasure).toMatchObject({ customer_id: id, status: 'running', reason: '[erased]' });
  const receipt = await complete(environment, tenant, erasure.id);
  while ((await worker.tick()) > 0);
  expect(await findInDatabase(context, OF_PERSON)).toEqual([]);
  expect(receipt.erased).toMatchObject({ customers: 1, orders: 3 });
  for (const count of ['idempotent_responses', 'events', 'deliveries', 'attempts'] as const)
    expect(receipt.erased[count]).toBeGreaterThan(0);
  expect([...lines.join('').matchAll(OF_PERSON)].map(([found]) => found)).toEqual([]);
  await echo.close();
});
