import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { holdLocks } from '../../support/locked-rows.ts';
import { seriesOf, textOf, valueIn } from '../../support/metrics.ts';
import { hasRedis, startRedis } from '../../support/redis-server.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

const measuredEnvironment = async (env: Readonly<Record<string, string>> = {}) => {
  const environment = await useTestEnvironment({ env: { METRICS_PORT: '0', ...env } });
  const value = async (series: string) => valueIn(await textOf(environment.metricsAddress!), series);
  const series = async (name: string) => seriesOf(await textOf(environment.metricsAddress!), name);
  return { environment, value, series };
};

it('counts requests by operation and status, puts everything else under panel and other, and leaves probes out', async () => {
  const { environment, value, series } = await measuredEnvironment();
  const { request } = await environment.tenant();
  await request('GET', '/categories');
  await request('GET', '/categories?limit=0');
  await request('POST', '/categories', { body: { name: 'Chás' } });
  await request('GET', '/categories', { key: null });
  await request('GET', '/categories/999999');
  for (const path of ['/healthz', '/panel/login', '/a/b/c', '/api/v1/nowhere'])
    await fetch(`${environment.baseUrl}${path}`);
  await expect
    .poll(() => series('tradepost_http_requests_total').then((lines) => lines.sort()))
    .toEqual(
      [
        '{operation="createCategory",status="201"} 1',
        '{operation="getCategory",status="404"} 1',
        '{operation="listCategories",status="200"} 1',
        '{operation="listCategories",status="400"} 1',
        '{operation="listCategories",status="401"} 1',
        '{operation="other",status="404"} 2',
        '{operation="panel",status="200"} 1',
      ].sort(),
    );
  const durations = 'tradepost_http_request_duration_seconds';
  expect(await value(`${durations}_count{operation="listCategories",status_class="4xx"}`)).toBe(2);
  expect(await value(`${durations}_sum{operation="createCategory",status_class="2xx"}`)).toBeGreaterThan(0);
});

it('shows requests in flight, and counts one whose client left as aborted', async () => {
  const { environment, value } = await measuredEnvironment();
  const { key, tenantId } = await environment.tenant();
  const lock = await holdLocks(environment.databaseUrl, 'LOCK TABLE categories IN ACCESS EXCLUSIVE MODE');
  const client = new AbortController();
  const response = fetch(`${environment.baseUrl}/api/v1/categories`, {
    headers: { authorization: `Bearer ${key}` },
    signal: client.signal,
  }).catch(() => tenantId);
  const inFlight = 'tradepost_http_requests_in_flight{operation="listCategories"}';
  await expect.poll(() => value(inFlight)).toBe(1);
  client.abort();
  await response;
  const aborted = 'tradepost_http_requests_total{operation="listCategories",status="aborted"}';
  await expect.poll(() => value(aborted)).toBe(1);
  expect(await value(inFlight)).toBe(0);
  await lock.release();
});

it('counts pipelined requests as aborted whose connection closes before their turn', async () => {
  const { environment, value } = await measuredEnvironment();
  const { key } = await environment.tenant();
  const lock = await holdLocks(environment.databaseUrl, 'LOCK TABLE categories IN ACCESS EXCLUSIVE MODE');
  const { hostname, port } = new URL(environment.baseUrl);
  const client = net.connect(Number(port), hostname);
  const request = `GET /api/v1/categories HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  client.write(request.repeat(3));
  const inFlight = 'tradepost_http_requests_in_flight{operation="listCategories"}';
  await expect.poll(() => value(inFlight)).toBe(3);
  client.destroy();
  const aborted = 'tradepost_http_requests_total{operation="listCategories",status="aborted"}';
  await expect.poll(() => value(aborted)).toBe(3);
  expect(await value(inFlight)).toBe(0);
  await lock.release();
});

it('shows what the pool does, who waits, and how long', async () => {
  const { environment, value } = await measuredEnvironment();
  const { request } = await environment.tenant({ plan: 'Enterprise' });
  const size = environment.context.db.size;
  expect(await value('tradepost_database_pool_size{pool="requests"}')).toBe(size);
  const acquired = await value('tradepost_database_pool_acquired_total{pool="requests"}');
  const lock = await holdLocks(environment.databaseUrl, 'LOCK TABLE categories IN ACCESS EXCLUSIVE MODE');
  const requests = Array.from({ length: size }, () => request('GET', '/categories'));
  // A tenant has half of the pool; the other requests wait for its share.
  await expect.poll(() => lock.waiting()).toBe(size / 2);
  await expect.poll(() => environment.context.db.stats().waiting).toBe(0);
  const free = size / 2;
  const holders = Array.from({ length: free + 1 }, () =>
    environment.context.db.query('SELECT FROM categories LIMIT 1', []),
  );
  await expect
    .poll(() => environment.context.db.stats())
    .toMatchObject({ waiting: 1, idle: 0, connections: size });
  await lock.release();
  await Promise.all([...requests, ...holders]);
  expect(await value('tradepost_database_pool_wait_seconds_total{pool="requests"}')).toBeGreaterThan(0);
  expect(await value('tradepost_tenant_connections_wait_seconds_total')).toBeGreaterThan(0);
  expect(await value('tradepost_tenant_connections_waiting')).toBe(0);
  expect(await value('tradepost_database_pool_acquired_total{pool="requests"}')).toBeGreaterThan(
    acquired! + 2 * size,
  );
  expect(await value('tradepost_database_pool_waiting{pool="requests"}')).toBe(0);
});

it('counts what the rate limit decided', async () => {
  const { environment, value } = await measuredEnvironment();
  const { request } = await environment.tenant({ plan: 'Basic' });
  await Promise.all(Array.from({ length: 63 }, () => request('GET', '/me')));
  expect(await value('tradepost_rate_limit_requests_total{result="allowed"}')).toBe(60);
  expect(await value('tradepost_rate_limit_requests_total{result="refused"}')).toBe(3);
  expect(await value('tradepost_redis_up')).toBe(undefined);
});

it.skipIf(!hasRedis())('shows whether Redis is there, and counts the requests without it', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const { environment, value } = await measuredEnvironment({ REDIS_URL: redis.url });
  const { request } = await environment.tenant();
  const up = () => value('tradepost_redis_up');
  const alone = () => value('tradepost_rate_limit_counted_alone_total');
  expect((await request('GET', '/me')).status).toBe(200);
  expect([await up(), await alone()]).toEqual([1, 0]);
  await redis.stop();
  await expect.poll(up).toBe(0);
  expect((await request('GET', '/me')).status).toBe(200);
  expect(await alone()).toBe(1);
  const again = await startRedis(Number(new URL(redis.url).port));
  onTestFinished(() => again.stop());
  await expect.poll(up).toBe(1);
  expect((await request('GET', '/me')).status).toBe(200);
  expect(await alone()).toBe(1);
});
