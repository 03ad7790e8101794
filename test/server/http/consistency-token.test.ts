import { expect, it } from 'vitest';
import { freePort } from '../../support/redis-server.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

const TOKEN = '000000010000000016b37480';

it('neither sends nor needs tokens without replicas, but takes them', async () => {
  const { tenant, context } = await useTestEnvironment();
  const { request } = await tenant();
  const created = await request('POST', '/categories', { body: { name: 'Cafés' } });
  expect([created.status, created.headers.has('consistency-token')]).toEqual([201, false]);
  const list = await request('GET', '/categories', { headers: { 'consistency-token': TOKEN } });
  expect((await list.json()).data).toHaveLength(1);
  expect(context.replicas).toBeUndefined();
});

it('starts while the replica is away, with no failed request', async () => {
  const environment = await useTestEnvironment({
    env: {
      DATABASE_URL: 'postgres://127.0.0.1/replaced-by-the-test',
      DATABASE_REPLICA_URL: `postgres://127.0.0.1:${await freePort()}/nowhere`,
    },
  });
  const { request } = await environment.tenant();
  const created = await request('POST', '/categories', { body: { name: 'Cafés' } });
  const token = created.headers.get('consistency-token')!;
  const list = await request('GET', '/categories', { headers: { 'consistency-token': token } });
  expect((await list.json()).data).toHaveLength(1);
  expect((await fetch(`${environment.baseUrl}/readyz`)).status).toBe(200);
  expect(environment.context.replicas!.served).toEqual({ replica: 0, primary: 1, primary_after_replica: 0 });
});
