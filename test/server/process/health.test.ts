import { expect, inject, it, onTestFinished } from 'vitest';
import type { Role } from '../../../server/main/config.ts';
import type { Context } from '../../../server/main/context.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { onServer } from '../../support/databases.ts';
import { dueFor, lease } from '../../support/due-deliveries.ts';
import { environmentBehindProxy } from '../../support/environment-behind-proxy.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, register, useWorker } from '../../support/webhooks.ts';
import { workerReadiness } from '../../support/worker-readiness.ts';

/** Starts a process with these roles. Returns where it serves /healthz and /readyz. */
async function started(context: Context, roles: readonly Role[]): Promise<string> {
  const service = await startService(context, roles);
  onTestFinished(() => service.stop());
  return service.healthAddress!;
}

const ask = async (baseUrl: string, path: '/healthz' | '/readyz') => {
  const response = await fetch(`${baseUrl}${path}`);
  return { code: response.status, ...((await response.json()) as object) };
};
const READY = { code: 200, status: 'ready' };

const ROLE_SETS: readonly (readonly Role[])[] = [
  ['api'],
  ['panel'],
  ['worker'],
  ['api', 'panel', 'worker'],
  ['panel', 'worker'],
];

it.each(ROLE_SETS.map((roles) => [roles.join(' and '), roles] as const))(
  'a process with the role %s has /healthz and /readyz, and a 404 for other paths',
  async (_, roles) => {
    const { context } = await subscribed('http://127.0.0.1:9/');
    const baseUrl = await started(context, roles);
    expect(await ask(baseUrl, '/healthz')).toEqual({ code: 200, status: 'ok' });
    expect(await ask(baseUrl, '/readyz')).toEqual(READY);
    expect((await fetch(`${baseUrl}/readyzz`)).status).toBe(404);
  },
);

it('the address of one role is not ready for requests of another', async () => {
  const { context } = await subscribed('http://127.0.0.1:9/');
  const service = await startService(context, ['api', 'panel', 'worker', 'console']);
  onTestFinished(() => service.stop());
  const console = new URL(service.consoleAddress!).origin;
  const status = async (at: string, query: string) => (await fetch(`${at}/readyz?${query}`)).status;
  expect(await status(service.address!, 'role=api')).toBe(200);
  expect(await status(service.address!, 'role=api&role=panel')).toBe(200);
  expect(await status(service.address!, 'role=console')).toBe(503);
  expect(await status(console, 'role=console')).toBe(200);
  expect(await status(console, 'role=api')).toBe(503);
  expect(await status(await started(context, ['worker']), 'role=api')).toBe(503);
});

it.each([['api'], ['panel']] as const)(
  'a process with the role %s stays ready while no worker runs and deliveries are late',
  async (role) => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const baseUrl = await started(context, [role]);
    await emit(context, tenantId);
    await dueFor(context, key.id, 3600);
    expect(await workerReadiness(context)()).toMatch(/late/);
    expect(await ask(baseUrl, '/readyz')).toEqual(READY);
    expect(await ask(baseUrl, '/healthz')).toEqual({ code: 200, status: 'ok' });
  },
);

it.each(ROLE_SETS.slice(0, 3).map(([role]) => [role!] as const))(
  'a process with the role %s is unready while its database is away or read-only, but not to be restarted, and ready again afterwards',
  async (role) => {
    const { environment, proxy } = await environmentBehindProxy();
    const { context } = environment;
    const baseUrl = await started(context, [role]);
    await proxy.goAway();
    await expect.poll(() => ask(baseUrl, '/readyz')).toMatchObject({ code: 503, status: 'unready' });
    expect(await ask(baseUrl, '/healthz')).toEqual({ code: 200, status: 'ok' });
    await proxy.comeBack();
    await expect.poll(() => ask(baseUrl, '/readyz')).toEqual(READY);
    const [{ name } = { name: '' }] = await context.db.query<{ name: string }>(
      'SELECT current_database() AS name',
      [],
    );
    await context.db.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, []);
    // The setting counts for new connections.
    await proxy.goAway();
    await proxy.comeBack();
    await expect
      .poll(() => ask(baseUrl, '/readyz'))
      .toMatchObject({ code: 503, reason: 'the database is read-only' });
    await onServer(inject('serverUrl'), (client) =>
      client.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`),
    );
    await expect.poll(() => ask(baseUrl, '/readyz')).toEqual(READY);
  },
);

it('a worker is stuck when its loop has not finished a round for a minute, and works again after the next', async () => {
  let skippedMs = 0;
  const { environment, proxy } = await environmentBehindProxy();
  const { context } = environment;
  const baseUrl = await started({ ...context, monotonicMs: () => context.monotonicMs() + skippedMs }, [
    'worker',
  ]);
  // The claim that is under way waits for 10 s.
  proxy.silence();
  await expect
    .poll(async () => {
      skippedMs += 61_000;
      return ask(baseUrl, '/healthz');
    })
    .toMatchObject({
      code: 503,
      status: 'stuck',
      reason: expect.stringContaining("hasn't finished a round"),
    });
  await proxy.goAway();
  await proxy.comeBack();
  await expect.poll(() => ask(baseUrl, '/healthz')).toEqual({ code: 200, status: 'ok' });
});

it('a worker is unready when a due delivery is over 60 s late, and ready once it is sent', async () => {
  const endpoint = await useEndpoint();
  const { context, tenantId, key, worker } = await subscribed(endpoint.url);
  const notReady = workerReadiness(context);
  expect(await notReady()).toBeUndefined();
  await emit(context, tenantId);
  await dueFor(context, key.id, 50);
  expect(await notReady()).toBeUndefined();
  await dueFor(context, key.id, 61);
  expect(await notReady()).toMatch(/^the oldest due delivery is 6\d s late$/);
  await worker.tick();
  expect(await notReady()).toBeUndefined();
});

it("a worker's readiness ignores the backlog of a failing endpoint, and still sees that of another", async () => {
  const endpoint = await useEndpoint((res) => void res.writeHead(500).end());
  const { context, tenantId, key, worker } = await subscribed(endpoint.url);
  const notReady = workerReadiness(context);
  const healthy = await register(context, tenantId, endpoint.url, ['order.created']);
  await emit(context, tenantId);
  await worker.tick();
  await emit(context, tenantId, 'product.created', 5);
  await dueFor(context, key.id, 3600);
  expect(await notReady()).toBeUndefined();
  await emit(context, tenantId, 'order.created');
  await dueFor(context, healthy.id, 61);
  expect(await notReady()).toMatch(/late/);
});

it('a worker is unready when other workers were lost with everything they had leased', async () => {
  const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
  const notReady = workerReadiness(context);
  await emit(context, tenantId, 'product.created', 3);
  for (let n = 0; n < 3; n += 1) await lease(context, key.id, -61);
  expect(await notReady()).toMatch(/late/);
  await useWorker(context).tick();
  expect((await deliveriesOf(context, tenantId)).map(({ lease_token }) => lease_token)).toEqual([
    null,
    null,
    null,
  ]);
  expect(await notReady()).toBeUndefined();
});
