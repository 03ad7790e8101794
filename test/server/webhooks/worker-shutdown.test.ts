import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../../../server/main/context.ts';
import { startWorker } from '../../../server/main/roles/start-worker.ts';
import { WebhookMetrics } from '../../../server/webhooks/metrics.ts';
import type { DeliveryStep } from '../../../server/webhooks/send/delivery-dispatcher.ts';
import { spawnCommand } from '../../support/command.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import type { TestEnvironment } from '../../support/test-environment.ts';
import { emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, register } from '../../support/webhooks.ts';

/** Starting from the sources takes long on a busy machine. */
const STARTED = { timeout: 90_000 };
/** The worker promises 15 s; the rest is slack for a busy machine. */
const ENDED_WITHIN_MS = 20_000;

/** Starts `tradepost serve --roles worker` on the environment's database. */
function serveWorker(environment: TestEnvironment) {
  const child = spawnCommand(['serve', '--roles', 'worker'], {
    DATABASE_URL: environment.databaseUrl,
    TRADEPOST_SECRET_KEY: 'test'.repeat(16),
    LOG_LEVEL: 'info',
    SHUTDOWN_DELAY: '7s',
  });
  const output = { log: '' };
  child.stderr.on('data', (chunk) => (output.log += chunk));
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  /** Sends SIGTERM. Returns the exit code, or `still there`. */
  const stop = async (): Promise<number | null | 'still there'> => {
    child.kill('SIGTERM');
    const deadline = new Promise<'still there'>((resolve) => {
      const timer = setTimeout(() => resolve('still there'), ENDED_WITHIN_MS);
      onTestFinished(() => clearTimeout(timer));
    });
    return Promise.race([closed.then(([code]) => code), deadline]);
  };
  return { output, stop };
}

const leases = ({ db }: Context): Promise<object[]> =>
  db.query<object>('SELECT delivery_id FROM webhook_queue WHERE lease_token IS NOT NULL', []);
const attempts = async ({ db }: Context, outcome: string): Promise<number> =>
  (await db.query('SELECT number FROM webhook_attempts WHERE outcome = $1', [outcome])).length;
const begun = async ({ db }: Context): Promise<number> =>
  (await db.query('SELECT number FROM webhook_attempts', [])).length;

describe('a worker that gets SIGTERM', () => {
  it('exits with 0, records each request in flight once, and leaves no leases behind', {
    timeout: 600_000,
  }, async () => {
    const slow = await useEndpoint((res) => void setTimeout(() => res.writeHead(200).end(), 2_000));
    const hanging = await useEndpoint(() => undefined);
    const { environment, context, tenantId } = await subscribed(slow.url);
    await register(context, tenantId, hanging.url, ['order.created']);
    await emit(context, tenantId);
    await emit(context, tenantId, 'order.created', 50);
    const { stop, output } = serveWorker(environment);
    await expect.poll(() => slow.received.length, STARTED).toBe(1);
    await expect.poll(() => hanging.received.length, STARTED).toBeGreaterThanOrEqual(4);
    expect(await stop(), output.log).toBe(0);
    // There is no balancer to wait for.
    expect(output.log).toMatch(/"delay_ms":0,.*"stopping: got SIGTERM"/);
    expect(slow.received).toHaveLength(1);
    const [answered, ...hung] = await deliveriesOf(context, tenantId);
    expect(answered).toMatchObject({ status: 'SUCCESS', attempt_number: 1, response_status: 200 });
    const sent = hanging.received.length;
    expect(hung.filter(({ status }) => status === 'RETRYING')).toHaveLength(sent);
    expect(hung.filter(({ status }) => status === 'PENDING')).toHaveLength(50 - sent);
    expect(await attempts(context, 'timeout')).toBe(sent);
    expect(await begun(context)).toBe(1 + sent);
    expect(await leases(context)).toEqual([]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('releases deliveries that it has claimed but not sent, with their attempt number unchanged', {
    timeout: 120_000,
  }, async () => {
    const held: ServerResponse[] = [];
    let answering = false;
    const endpoint = await useEndpoint((res) => {
      if (answering) res.writeHead(200).end();
      else held.push(res);
    });
    const { environment, context, tenantId, worker } = await subscribed(endpoint.url);
    const other = (await environment.tenant()).tenantId;
    // Of each endpoint a worker claims four, so 400: more than the 256 that it sends at once.
    for (const id of [...Array<number>(49).fill(tenantId), ...Array<number>(50).fill(other)])
      await register(context, id, endpoint.url, ['product.created']);
    for (const id of [tenantId, other]) await emit(context, id, 'product.created', 8);
    const steps: DeliveryStep[] = [];
    const metrics = new WebhookMetrics(new Registry(), context.db);
    const { stop } = await startWorker(context, metrics, { onStep: (step) => steps.push(step) });
    // On a slow machine a request becomes a slow one before all are sent, and what waits for its endpoint is released for that.
    await expect
      .poll(() => endpoint.received.length >= 256 || steps.includes('released'), STARTED)
      .toBe(true);
    const stopped = stop();
    answering = true;
    for (const res of held) res.writeHead(200).end();
    await stopped;
    expect(steps).toContain('released');
    const sent = endpoint.received.length;
    expect(sent).toBeLessThan(800);
    expect(await attempts(context, 'accepted')).toBe(sent);
    expect(await begun(context)).toBe(sent);
    expect(await leases(context)).toEqual([]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
    while ((await worker.tick()) > 0);
    expect(endpoint.received).toHaveLength(800);
    const all = [...(await deliveriesOf(context, tenantId)), ...(await deliveriesOf(context, other))];
    expect(all.map(({ attempt_number }) => attempt_number)).toEqual(Array.from({ length: 800 }, () => 1));
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });
});
