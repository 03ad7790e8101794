import http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpListener } from '../../../server/http/connection/http-listener.ts';
import type { Role } from '../../../server/main/config.ts';
import type { Context } from '../../../server/main/context.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { environmentBehindProxy } from '../../support/environment-behind-proxy.ts';
import { KeepAliveClient, requestText } from '../../support/keep-alive-client.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { type TestEnvironment, type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';

/** Long enough for the requests of a test on a busy machine. */
const DELAY_MS = 3_000;

async function start({ context }: TestEnvironment, roles: readonly Role[] = ['api', 'panel']) {
  const config = { ...context.config, metricsPort: 0 };
  const service = await startService({ ...context, config } satisfies Context, roles);
  let stopped: Promise<void> | undefined;
  const stop = (delayMs = 0): Promise<void> => (stopped ??= service.stop({ delayMs }));
  onTestFinished(() => stop());
  return { service, stop, connect: () => KeepAliveClient.connect(service.healthAddress!) };
}

const auth = ({ key }: TestTenant) => ({ Authorization: `Bearer ${key}` });
const json = { 'Content-Type': 'application/json' };
const refuses = async (address: string): Promise<boolean> =>
  fetch(address).then(
    () => false,
    () => true,
  );

const PATHS = [
  ['/api/v1/me', 200],
  ['/api/v1/nothing', 404],
  ['/panel/login', 200],
  ['/docs/guides', 200],
  ['/openapi.json', 200],
  ['/healthz', 200],
  ['/readyz', 503],
] as const;

describe('a service that stops', () => {
  it('says Connection: close in each response, on old and on new connections', async () => {
    const environment = await useTestEnvironment();
    const headers = auth(await environment.tenant());
    const { connect, stop } = await start(environment);
    const kept = await Promise.all(PATHS.map(async ([path]) => [path, await connect()] as const));
    for (const [, client] of kept)
      expect((await client.get('/healthz')).headers.get('connection')).not.toBe('close');
    const stopped = stop(DELAY_MS);
    const fresh = await Promise.all(PATHS.map(async ([path]) => [path, await connect()] as const));
    const statuses = Object.fromEntries(PATHS);
    for (const [path, client] of [...kept, ...fresh]) {
      const response = await client.get(path, headers);
      expect([path, response.status, response.headers.get('connection')]).toEqual([
        path,
        statuses[path],
        'close',
      ]);
      expect(await client.ended).toBe('FIN');
    }
    await stopped;
  });

  it('answers a check of /readyz at once that waits for the database when the stop begins', async () => {
    const { environment, proxy } = await environmentBehindProxy();
    const { service, stop } = await start(environment, ['api']);
    proxy.silence();
    const asked = fetch(`${service.address}/readyz`);
    // The check is under way once another request has passed through the same process.
    await fetch(`${service.address}/healthz`);
    const stopped = stop();
    expect(await (await asked).json()).toEqual({ status: 'unready', reason: 'the process is stopping' });
    await proxy.goAway();
    await proxy.comeBack();
    await stopped;
  });

  it('accepts connections during the delay, and refuses them after it', async () => {
    const { service, stop } = await start(await useTestEnvironment());
    const startedMs = performance.now();
    const stopped = stop(DELAY_MS);
    expect(await (await fetch(`${service.address}/readyz`)).json()).toEqual({
      status: 'unready',
      reason: 'the process is stopping',
    });
    await stopped;
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(DELAY_MS - 10);
    expect(await refuses(`${service.address}/healthz`)).toBe(true);
  });

  it('serves its metrics, without a delay for a worker, until the worker has stopped', async () => {
    const { service, stop } = await start(await useTestEnvironment(), ['worker']);
    const startedMs = performance.now();
    const stopped = stop(60_000);
    const probe = await fetch(`${service.healthAddress}/readyz`);
    expect([probe.status, probe.headers.get('connection')]).toEqual([503, 'close']);
    await stopped;
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    expect(await refuses(service.metricsAddress!)).toBe(true);
  });

  it('finishes requests in progress: one that waits for the database, and one whose body still arrives', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    const product = await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
    const { service, connect, stop } = await start(environment);
    const [waiting, sending] = [await connect(), await connect()];
    const sql = 'SELECT 1 FROM products WHERE tenant_id = $1 FOR UPDATE';
    const locked = await holdLocks(environment.databaseUrl, sql, [tenant.tenantId]);
    const headers = { ...auth(tenant), ...json };
    waiting.write(requestText('PATCH', `/api/v1/products/${product.id}`, headers, '{"name":"Chá"}'));
    await expect.poll(() => locked.waiting()).toBe(1);
    const post = requestText('POST', '/api/v1/categories', headers, '{"name":"Bebidas"}');
    sending.write(post.slice(0, -5));
    const stopped = stop();
    await expect.poll(() => refuses(`${service.address}/healthz`)).toBe(true);
    sending.write(post.slice(-5));
    await locked.release();
    for (const [client, status] of [
      [waiting, 200],
      [sending, 201],
    ] as const) {
      const response = await client.response(0);
      expect([response.status, response.headers.get('connection')]).toEqual([status, 'close']);
      expect(await client.ended).toBe('FIN');
    }
    await stopped;
  });

  it('does not carry out a request whose response it could not send', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    const product = await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
    const { connect, stop } = await start(environment);
    const client = await connect();
    const sql = 'SELECT 1 FROM products WHERE tenant_id = $1 FOR UPDATE';
    const locked = await holdLocks(environment.databaseUrl, sql, [tenant.tenantId]);
    const headers = { ...auth(tenant), ...json };
    client.write(requestText('PATCH', `/api/v1/products/${product.id}`, headers, '{"name":"Chá"}'));
    await expect.poll(() => locked.waiting()).toBe(1);
    const stopped = stop(DELAY_MS);
    client.write(requestText('POST', '/api/v1/categories', headers, '{"name":"Bebidas"}'));
    const other = await connect();
    expect((await other.get('/healthz')).status).toBe(200);
    await locked.release();
    expect(await client.ended).toBe('FIN');
    expect(client.responses().map(({ status }) => status)).toEqual([200]);
    await stopped;
    expect((await tenant.tp.categories.list()).data).toEqual([]);
  });

  it('closes idle connections with a FIN', async () => {
    const { connect, stop } = await start(await useTestEnvironment());
    const [used, unused] = [await connect(), await connect()];
    await used.get('/healthz');
    await stop();
    expect([await used.ended, await unused.ended]).toEqual(['FIN', 'FIN']);
  });

  it('sends its response to a large request that it refuses before all of it has arrived', async () => {
    const environment = await useTestEnvironment();
    const { connect, stop } = await start(environment);
    const client = await connect();
    const stopped = stop(DELAY_MS);
    const body = `{"name":"${'x'.repeat(900_000)}"}`;
    const request = requestText(
      'POST',
      '/api/v1/categories',
      { Authorization: 'Bearer none', ...json },
      body,
    );
    client.write(request.slice(0, 100_000));
    expect((await client.response(0)).status).toBe(401);
    client.write(request.slice(100_000));
    expect(await client.ended).toBe('FIN');
    await stopped;
  });

  it('sends an export that is in progress to its end', async () => {
    const environment = await useTestEnvironment();
    const tenant = await environment.tenant();
    await manyCategories(environment, tenant, 5_000);
    const { service, connect, stop } = await start(environment);
    const client = await connect();
    client.write(requestText('GET', '/api/v1/exports/categories?format=ndjson', auth(tenant)));
    await expect.poll(() => client.text).toContain('"name"');
    client.pause();
    const stopped = stop();
    await expect.poll(() => refuses(`${service.address}/healthz`)).toBe(true);
    client.resume();
    expect(await client.ended).toBe('FIN');
    expect(client.text.match(/"slug":/g)).toHaveLength(5_000);
    expect(client.text.endsWith('\r\n0\r\n\r\n')).toBe(true);
    await stopped;
  });

  it('resets what is still in progress after the limit, so that it does not look complete', async () => {
    const server = http.createServer((_req, res) => void res.writeHead(200).write('a part'));
    const listener = new HttpListener(server);
    const address = { host: '127.0.0.1', port: 0, hostSetting: 'HOST', portSetting: 'PORT' };
    const client = await KeepAliveClient.connect(await listener.listen(address));
    client.write(requestText('GET', '/'));
    await expect.poll(() => client.text).toContain('a part');
    listener.announceClose();
    expect(await listener.close(100)).toBe(1);
    expect(await client.ended).toBe('ECONNRESET');
  });
});

const manyCategories = ({ context }: TestEnvironment, { tenantId }: TestTenant, count: number) =>
  context.db.query(
    `INSERT INTO categories (tenant_id, name, slug, metadata, position)
     SELECT $1, 'C' || n, 'c' || n, json_build_object('filler', repeat('x', 400)), 0 FROM generate_series(1, $2) n`,
    [tenantId, count],
  );
