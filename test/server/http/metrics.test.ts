import { describe, expect, it, onTestFinished } from 'vitest';
import type { Role } from '../../../server/main/config.ts';
import type { Context } from '../../../server/main/context.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { dueFor, lease } from '../../support/due-deliveries.ts';
import { environmentBehindProxy } from '../../support/environment-behind-proxy.ts';
import { textOf, valueIn } from '../../support/metrics.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, subscribed } from '../../support/webhook-fixtures.ts';
import { letTimePass, register } from '../../support/webhooks.ts';

/** Starts a process with these roles and a metrics port. Returns the address of its metrics. */
async function measured(context: Context, roles: readonly Role[] = []): Promise<string> {
  const config = { ...context.config, metricsPort: 0 };
  const service = await startService({ ...context, config }, roles);
  onTestFinished(() => service.stop());
  return service.metricsAddress!;
}

const queueStates = async (address: string): Promise<(number | undefined)[]> => {
  const text = await textOf(address);
  return ['due', 'later', 'leased', 'inactive'].map((state) =>
    valueIn(text, `tradepost_webhook_queue_deliveries{state="${state}"}`),
  );
};
const oldestDue = async (address: string): Promise<number> =>
  valueIn(await textOf(address), 'tradepost_webhook_oldest_due_seconds')!;

describe('the metrics of a worker', () => {
  it('count attempts by outcome, claims, claimed deliveries, and first attempts with their latency', async () => {
    const [well, ill, gone] = [
      await useEndpoint(),
      await useEndpoint((res) => void res.writeHead(500).end()),
      await useEndpoint(),
    ];
    await gone.close();
    const { context, tenantId } = await subscribed(well.url);
    await register(context, tenantId, ill.url, ['order.created']);
    await register(context, tenantId, gone.url, ['customer.created']);
    const address = await measured(context, ['worker']);
    await emit(context, tenantId, 'product.created', 3);
    await emit(context, tenantId, 'order.created', 2);
    await emit(context, tenantId, 'customer.created');
    const attempts = async (outcome: string) =>
      valueIn(await textOf(address), `tradepost_webhook_attempts_total{outcome="${outcome}"}`);
    await expect.poll(() => attempts('accepted'), { timeout: 90_000 }).toBe(3);
    await expect.poll(() => attempts('refused'), { timeout: 90_000 }).toBe(2);
    await expect.poll(() => attempts('connection'), { timeout: 90_000 }).toBe(1);
    const text = await textOf(address);
    expect(valueIn(text, 'tradepost_webhook_claimed_total')).toBe(6);
    expect(valueIn(text, 'tradepost_webhook_claims_total')).toBeGreaterThanOrEqual(1);
    expect(valueIn(text, 'tradepost_webhook_first_attempt_seconds_count')).toBe(6);
    expect(valueIn(text, 'tradepost_webhook_request_seconds_count')).toBe(6);
    expect(valueIn(text, 'tradepost_webhook_first_attempt_seconds_bucket{le="+Inf"}')).toBe(6);
    expect(valueIn(text, 'tradepost_webhook_first_attempt_seconds_sum')).toBeGreaterThan(0);
    expect(await queueStates(address)).toEqual([0, 3, 0, 0]);
    await letTimePass(context, tenantId);
    await expect.poll(() => attempts('refused'), { timeout: 90_000 }).toBe(4);
    await expect.poll(() => attempts('connection'), { timeout: 90_000 }).toBe(2);
    expect(valueIn(await textOf(address), 'tradepost_webhook_first_attempt_seconds_count')).toBe(6);
  });

  it('contain no tenant, address or secret: no label but these few', async () => {
    const endpoint = await useEndpoint();
    const { context, tenantId, secret } = await subscribed(endpoint.url);
    const address = await measured(context, ['worker']);
    await emit(context, tenantId);
    const accepted = 'tradepost_webhook_attempts_total{outcome="accepted"}';
    await expect.poll(async () => valueIn(await textOf(address), accepted), { timeout: 90_000 }).toBe(1);
    const lines = (await textOf(address)).split('\n').filter((line) => line.startsWith('tradepost_'));
    const labels = lines.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
    expect([...new Set(labels)].sort()).toEqual([
      'kind',
      'le',
      'node',
      'operation',
      'outcome',
      'pool',
      'result',
      'state',
      'task',
      'version',
    ]);
    for (const each of [new URL(endpoint.url).port, '127.0.0.1', 'hooks', 'Loja', secret])
      expect(lines.filter((line) => line.replace(/ \S+$/, '').includes(each))).toEqual([]);
  });
});

describe('the metrics of the queue', () => {
  it('count the deliveries that are due, due later, leased, or waiting for an inactive endpoint or plan', async () => {
    const { environment, context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const other = await environment.tenant();
    const address = await measured(context);
    expect(await queueStates(address)).toEqual([0, 0, 0, 0]);
    const inactive = await register(context, tenantId, 'http://127.0.0.1:9/', ['order.created']);
    await register(context, other.tenantId, 'http://127.0.0.1:9/', ['product.created']);
    await emit(context, tenantId, 'order.created', 3);
    await emit(context, other.tenantId, 'product.created', 4);
    const [later] = await emit(context, tenantId);
    await context.db.query("UPDATE webhook_queue SET due_at = now() + interval '1 h' WHERE event_id = $1", [
      later,
    ]);
    expect(await queueStates(address)).toEqual([7, 1, 0, 0]);
    await emit(context, tenantId, 'product.created', 2);
    await lease(context, key.id, 10);
    await context.db.query('UPDATE webhook_registrations SET active = false WHERE id = $1', [inactive.id]);
    await context.db.query('UPDATE tenants SET webhooks_enabled = false WHERE tenant_id = $1', [
      other.tenantId,
    ]);
    const [due, waiting, leased, off] = await queueStates(address);
    expect([due! + waiting!, leased, off]).toEqual([2, 1, 7]);
  });

  it('show how late the oldest delivery is that could be sent now', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const address = await measured(context);
    expect(await oldestDue(address)).toBe(0);
    await emit(context, tenantId, 'product.created', 2);
    await dueFor(context, key.id, -3600);
    expect(await oldestDue(address)).toBe(0);
    await dueFor(context, key.id, 90);
    expect(await oldestDue(address)).toBeGreaterThanOrEqual(90);
    expect(await oldestDue(address)).toBeLessThan(120);
  });

  it('show the latest endpoints, slow and failing ones, too, and no inactive one', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const address = await measured(context);
    await emit(context, tenantId);
    await dueFor(context, key.id, 90);
    await context.db.query('UPDATE webhook_registrations SET failing_since = now()', []);
    const late = `tradepost_webhook_endpoint_late_seconds{tenant_id="${tenantId}",endpoint_id="${key.id}"}`;
    expect(valueIn(await textOf(address), late)).toBeGreaterThanOrEqual(90);
    await context.db.query('UPDATE webhook_registrations SET active = false', []);
    expect(valueIn(await textOf(address), late)).toBeUndefined();
  });

  it('do not count deliveries as late that wait for a failing, busy or inactive endpoint', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const address = await measured(context);
    await emit(context, tenantId, 'product.created', 2);
    await dueFor(context, key.id, 90);
    const set = (change: string) =>
      context.db.query(`UPDATE webhook_registrations SET ${change} WHERE id = $1`, [key.id]);
    await set('failing_since = now()');
    expect(await oldestDue(address)).toBe(0);
    await set('failing_since = NULL');
    expect(await oldestDue(address)).toBeGreaterThanOrEqual(90);
    await set('active = false');
    expect(await oldestDue(address)).toBe(0);
    await set('active = true');
    await lease(context, key.id, 10);
    expect(await oldestDue(address)).toBe(0);
  });

  it('count deliveries as late that were leased when all workers were lost', async () => {
    const { context, tenantId, key } = await subscribed('http://127.0.0.1:9/');
    const address = await measured(context);
    await emit(context, tenantId);
    await lease(context, key.id, -70);
    expect(await oldestDue(address)).toBeGreaterThanOrEqual(70);
    await emit(context, tenantId);
    await dueFor(context, key.id, 200);
    expect(await oldestDue(address)).toBeGreaterThanOrEqual(200);
  });
});

describe('the metrics server', () => {
  it('has its own port and serves only /metrics', async () => {
    const { environment, context } = await subscribed('http://127.0.0.1:9/');
    const address = await measured(context);
    const response = await fetch(address);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
    expect(await response.text()).toContain('# TYPE tradepost_webhook_queue_deliveries gauge');
    for (const path of ['/metrics', '/api/v1/metrics'])
      expect((await fetch(`${environment.baseUrl}${path}`)).status).toBe(404);
    for (const path of ['/', '/readyz', '/api/v1/products', '/metricss'])
      expect((await fetch(new URL(path, address))).status).toBe(404);
    expect((await fetch(`${address}?name=tradepost`)).status).toBe(200);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(address, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('listens on METRICS_HOST, wherever the API listens', async () => {
    const { context } = await subscribed('http://127.0.0.1:9/');
    const hostOf = async (metricsHost: string): Promise<string> => {
      const config = { ...context.config, host: '0.0.0.0', port: 0, metricsHost };
      return new URL(await measured({ ...context, config }, ['api'])).hostname;
    };
    expect(await hostOf(context.config.metricsHost)).toBe('127.0.0.1');
    expect(await hostOf('0.0.0.0')).toBe('0.0.0.0');
  });

  const FROM_DATABASE = [
    'tradepost_webhook_oldest_due_seconds',
    'tradepost_webhook_queue_deliveries{state="due"}',
    'tradepost_alerts_open{kind="endpoint_failing"}',
  ];

  it('responds while the database is away, without what only the database knows', async () => {
    const { environment, proxy } = await environmentBehindProxy();
    const address = await measured(environment.context);
    const values = async () => {
      const text = await textOf(address);
      return {
        up: valueIn(text, 'tradepost_database_up'),
        fromDatabase: FROM_DATABASE.map((series) => valueIn(text, series)),
        heap: valueIn(text, 'nodejs_heap_size_total_bytes'),
        lag: valueIn(text, 'nodejs_eventloop_lag_p99_seconds'),
      };
    };
    const there = { up: 1, fromDatabase: [0, 0, 0], heap: expect.any(Number), lag: expect.any(Number) };
    expect(await values()).toEqual(there);
    await proxy.goAway();
    expect(await values()).toEqual({ ...there, up: 0, fromDatabase: FROM_DATABASE.map(() => undefined) });
    await proxy.comeBack();
    await expect.poll(values).toEqual(there);
  });

  it('responds within seconds while the connections to the database are silent', async () => {
    const { environment, proxy } = await environmentBehindProxy();
    const address = await measured(environment.context);
    expect(valueIn(await textOf(address), 'tradepost_database_up')).toBe(1);
    proxy.silence();
    const startedAt = performance.now();
    expect(valueIn(await textOf(address), 'tradepost_database_up')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });
});
