import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Querier } from '../../../server/db/querier.ts';
import { BUCKETS, bucketOf, quantile } from '../../../server/webhooks/endpoints/duration-histogram.ts';
import { deleteOldHealth, healthOf } from '../../../server/webhooks/endpoints/health.ts';
import { HealthRecorder } from '../../../server/webhooks/endpoints/health-recorder.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, subscribed } from '../../support/webhook-fixtures.ts';
import { sendTest, useWorker } from '../../support/webhooks.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2027-01-31T12:30:00Z');
const accepted = (durationMs: number) => ({ outcome: 'accepted', durationMs });

describe('the histogram of durations', () => {
  it('gives every quantile within 5 % of the exact one, and a millisecond of rounding', () => {
    const duration = fc.integer({ min: 0, max: 10_200 });
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (all, q) => {
          const counts = new Array<number>(BUCKETS).fill(0);
          for (const ms of all) counts[bucketOf(ms)]! += 1;
          const exact = all.toSorted((a, b) => a - b)[Math.ceil(q * all.length) - 1]!;
          expect(Math.abs(quantile(counts, q)! - exact)).toBeLessThanOrEqual(exact * 0.05 + 1);
        },
      ),
    );
  });

  it('has none of nothing, and takes what is longer than any attempt into its last bucket', () => {
    expect(quantile(new Array<number>(BUCKETS).fill(0), 0.5)).toBeUndefined();
    expect(bucketOf(60_000)).toBe(BUCKETS - 1);
  });
});

describe('the health of an endpoint', () => {
  it('has the attempts of the last 24 hours by hour and outcome, with quantiles', async () => {
    const { context, key } = await subscribed('http://127.0.0.1:9/');
    let nowMs = NOON - 24 * HOUR_MS;
    const recorder = new HealthRecorder(context.db, () => nowMs);
    recorder.record(key, accepted(5));
    nowMs = NOON - 23 * HOUR_MS;
    for (let n = 0; n < 19; n += 1) recorder.record(key, accepted(100));
    nowMs = NOON;
    recorder.record(key, { outcome: 'timeout', durationMs: 10_000 });
    recorder.record(key, { outcome: 'connection', durationMs: 1 });
    await recorder.flush();
    const health = (await healthOf(context.db, key.tenantId, [key.id], NOON)).get(key.id)!;
    expect(health).toMatchObject({ attempts: 21, accepted: 19 });
    expect(health.p50Ms).toBeCloseTo(100, -1);
    expect(health.p95Ms).toBeCloseTo(100, -1);
    expect(health.hours).toHaveLength(24);
    expect(health.hours[0]).toMatchObject({ hour: '2027-01-30T13:00:00.000Z', accepted: 19, timeout: 0 });
    expect(health.hours[1]).toMatchObject({ accepted: 0 });
    expect(health.hours.at(-1)).toMatchObject({ accepted: 0, timeout: 1, connection: 1 });
  });

  it('adds up what several workers counted in the same hour, and loses nothing at once', async () => {
    const { context, key } = await subscribed('http://127.0.0.1:9/');
    const recorders = Array.from({ length: 4 }, () => new HealthRecorder(context.db, () => NOON));
    for (let round = 0; round < 5; round += 1) {
      for (const recorder of recorders) recorder.record(key, accepted(50));
      await Promise.all(recorders.map((recorder) => recorder.flush()));
    }
    const health = (await healthOf(context.db, key.tenantId, [key.id], NOON)).get(key.id)!;
    expect(health).toMatchObject({ attempts: 20, accepted: 20 });
    expect(health.p50Ms).toBeCloseTo(50, -1);
  });

  it('keeps what could not be written for the next time', async () => {
    const { context, key } = await subscribed('http://127.0.0.1:9/');
    let broken = true;
    const query: Querier['query'] = (...args) =>
      broken ? Promise.reject(new Error('no database')) : context.db.query(...args);
    const recorder = new HealthRecorder({ query }, () => NOON);
    recorder.record(key, accepted(50));
    const failed = recorder.flush();
    recorder.record(key, accepted(50));
    await expect(failed).rejects.toThrow('no database');
    broken = false;
    await recorder.flush();
    const health = (await healthOf(context.db, key.tenantId, [key.id], NOON)).get(key.id)!;
    expect(health).toMatchObject({ attempts: 2, accepted: 2 });
  });

  it('is counted by the worker, and empty for an endpoint without attempts and for another tenant', async () => {
    let status = 204;
    const endpoint = await useEndpoint((res) => void res.writeHead(status).end());
    const { environment, context, tenantId, key } = await subscribed(endpoint.url);
    const recorder = new HealthRecorder(context.db, Date.now);
    const worker = useWorker(context, recorder);
    await emit(context, tenantId, 'product.created', 3);
    await worker.tick();
    status = 503;
    await emit(context, tenantId);
    await worker.tick();
    await recorder.flush();
    const health = await healthOf(context.db, tenantId, [key.id, 99], Date.now());
    expect(health.get(key.id)).toMatchObject({ attempts: 4, accepted: 3 });
    expect(health.get(99)).toMatchObject({ attempts: 0, p50Ms: undefined });
    const other = await environment.tenant();
    const foreign = await healthOf(context.db, other.tenantId, [key.id], Date.now());
    expect(foreign.get(key.id)).toMatchObject({ attempts: 0 });
  });

  it('has no attempts of test events, and they count neither as its failures nor as its success', async () => {
    let status = 500;
    const endpoint = await useEndpoint((res) => void res.writeHead(status).end());
    const { context, tenantId, key } = await subscribed(endpoint.url);
    const recorder = new HealthRecorder(context.db, Date.now);
    const worker = useWorker(context, recorder);
    const state = () =>
      context.db.query<object>(
        'SELECT failed_attempts AS failed, failing_since IS NOT NULL AS failing FROM webhook_registrations',
        [],
      );
    await sendTest(context, key, 'product.created');
    await worker.tick();
    expect(await state()).toEqual([{ failed: 0, failing: false }]);
    await sendTest(context, key, 'product.created');
    await emit(context, tenantId);
    await worker.tick();
    expect(await state()).toEqual([{ failed: 1, failing: true }]);
    status = 204;
    await sendTest(context, key, 'product.created');
    await worker.tick();
    expect(await state()).toEqual([{ failed: 1, failing: true }]);
    expect(endpoint.received).toHaveLength(4);
    await recorder.flush();
    expect((await healthOf(context.db, tenantId, [key.id], Date.now())).get(key.id)).toMatchObject({
      attempts: 1,
      accepted: 0,
    });
  });

  it('of old hours is deleted', async () => {
    const { context, key } = await subscribed('http://127.0.0.1:9/');
    const hoursAgo = (hours: number) => new HealthRecorder(context.db, () => Date.now() - hours * HOUR_MS);
    for (const recorder of [hoursAgo(50), hoursAgo(1)]) {
      recorder.record(key, accepted(1));
      await recorder.flush();
    }
    await deleteOldHealth(context.db);
    expect(await context.db.query('SELECT hour FROM webhook_endpoint_hours', [])).toHaveLength(1);
  });
});
