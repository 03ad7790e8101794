import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { advanceErasures } from '../../../server/lifecycle/erasure/advance-erasures.ts';
import { completeErasures } from '../../../server/lifecycle/erasure/complete-erasures.ts';
import { findInDatabase } from '../../support/database-dump.ts';
import { OF_PERSON, person } from '../../support/person.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { letTimePass, register, useWorker } from '../../support/webhooks.ts';

it('waits for what is in flight, whose response may have the data, and sends the rest erased', async () => {
  const environment = await useTestEnvironment();
  const { context } = environment;
  const { tenantId, tp } = await environment.tenant();
  const waiting: ServerResponse[] = [];
  const endpoint = await useEndpoint((res) => void waiting.push(res));
  await register(context, tenantId, endpoint.url, ['customer.created', 'customer.updated']);
  // One that has never answered gets one request at a time.
  await context.db.query('UPDATE webhook_registrations SET answered_at = now()', []);
  const worker = useWorker(context);
  const { id: customer_id } = await tp.customers.create(person);
  const ticks = [worker.tick()];
  await expect.poll(() => waiting.length).toBe(1);
  await tp.customers.update(customer_id, { email: 'zzq-new@example.com' });
  const { id } = await tp.customers.erase({ customer_id, reason: 'Requested by the customer' });
  const stepOf = async (): Promise<string | undefined> => {
    await advanceErasures(context.db, 0);
    await completeErasures(context.db);
    return (await tp.customers.getErasure(id)).steps.find(({ status }) => status === 'running')?.name;
  };
  await expect.poll(stepOf).toBe('deliveries');
  expect(await stepOf()).toBe('deliveries');
  expect(String(endpoint.received[0]!.body)).toMatch(OF_PERSON);
  waiting[0]!.writeHead(500, { 'x-echo': 'zzq-mail' }).end(endpoint.received[0]!.body);
  await Promise.all(ticks);
  await expect.poll(stepOf).toBeUndefined();
  expect(await findInDatabase(context, OF_PERSON)).toEqual([]);
  await letTimePass(context, tenantId);
  const rest = worker.tick();
  await expect.poll(() => waiting.length).toBeGreaterThan(2);
  for (const { body } of endpoint.received.slice(1)) {
    expect(String(body)).toContain('"name":"[erased]"');
    expect(String(body)).not.toMatch(OF_PERSON);
  }
  for (const res of waiting.slice(1)) res.writeHead(204).end();
  await rest;
});
