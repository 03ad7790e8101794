import { describe, expect, it, onTestFinished } from 'vitest';
import type { Querier } from '../../../server/db/querier.ts';
import { isDistributed } from '../../../server/db/sql/is-distributed.ts';
import { type Capacity, claimNextTenants, claimTenants } from '../../../server/webhooks/queue/claim.ts';
import { type AttemptResult, completeAttempts } from '../../../server/webhooks/queue/complete.ts';
import { releaseDeliveries } from '../../../server/webhooks/queue/release.ts';
import { INITIAL_WINDOW } from '../../../server/webhooks/send/rules/endpoint-state.ts';
import { asOnCitus } from '../../support/as-on-citus.ts';
import { openEndpoint, useEndpoint } from '../../support/test-endpoint.ts';
import { type TestEnvironment, useTestEnvironment } from '../../support/test-environment.ts';
import { register, switchEndpoint, useWorker } from '../../support/webhooks.ts';

const NOWHERE = 'http://127.0.0.1:9/hooks';
const capacityFor = (maxDeliveries: number, defaultAllowance = 1000): Capacity => ({
  maxDeliveries,
  endpointIds: [],
  allowances: [],
  defaultAllowance,
});

/** A tenant with one endpoint for each number, with that many deliveries due. */
async function shop(environment: TestEnvironment, perEndpoint: readonly number[], url = NOWHERE) {
  const { tenantId } = await environment.tenant();
  const ids: number[] = [];
  for (const count of perEndpoint) {
    const { id } = await register(environment.context, tenantId, url, ['product.deleted']);
    ids.push(id);
    await environment.context.db.query(
      `SELECT emit_test_event($1, $2, 'product.deleted', '{"product_id":1}') FROM generate_series(1, $3)`,
      [tenantId, id, count],
    );
  }
  return { tenantId, ids };
}

const countBy = <T>(items: readonly T[]): Map<T, number> =>
  items.reduce((counts, item) => counts.set(item, (counts.get(item) ?? 0) + 1), new Map<T, number>());

const accepted: AttemptResult = {
  status: 'SUCCESS',
  outcome: 'accepted',
  detail: null,
  responseStatus: 204,
  responseHeaders: null,
  responseBody: '',
  durationMs: 1,
  retryInMs: null,
};

/** Gives the tenant's events bodies of about this many bytes. */
const enlarge = ({ context: { db } }: TestEnvironment, tenantId: number, bytes: number) =>
  db.query(`UPDATE events SET body = body || repeat(' ', $2) WHERE tenant_id = $1`, [tenantId, bytes]);

/** As on one PostgreSQL, and as on a cluster. */
const REACHES: readonly (readonly [string, (db: Querier) => Querier])[] = [
  ['of several tenants', (db) => db],
  ['of one tenant each', asOnCitus],
];

describe.each(REACHES)('a claim %s', (_reach, as) => {
  it('reads no more than its bytes, or one body; the other deliveries can be given back as they were', async () => {
    const environment = await useTestEnvironment();
    const { db } = environment.context;
    const { tenantId } = await shop(environment, [6]);
    await enlarge(environment, tenantId, 100_000);
    const claim = (maxBytes: number) => claimTenants(as(db), [tenantId], { ...capacityFor(10), maxBytes });
    const [first, second] = [await claim(250_000), await claim(250_000)];
    expect([first.deliveries.length, first.tooLarge.length, second.deliveries.length]).toEqual([3, 3, 0]);
    await releaseDeliveries(as(db), first.tooLarge);
    const third = await claim(1);
    expect([third.deliveries.length, third.tooLarge.length]).toEqual([1, 2]);
    expect(third.deliveries[0]!.attempt).toBe(1);
  });

  it('of a worker reads at most 32 MB, and everything is sent, once', async () => {
    const environment = await useTestEnvironment();
    const endpoint = await openEndpoint();
    const { tenantId } = await shop(environment, [4, 4, 4], endpoint.url);
    await enlarge(environment, tenantId, 3_000_000);
    // One request at a time would keep the others waiting, until a slow machine has them released.
    await environment.context.db.query(
      'UPDATE webhook_registrations SET answered_at = statement_timestamp()',
      [],
    );
    const worker = await useWorker(environment.context);
    expect([await worker.tick(), await worker.tick(), await worker.tick()]).toEqual([11, 1, 0]);
    const attempts = await environment.context.db.query(
      'SELECT number, outcome FROM webhook_attempts WHERE tenant_id = $1',
      [tenantId],
    );
    expect(attempts).toEqual(Array(12).fill({ number: 1, outcome: 'accepted' }));
  });

  it('has a new lease token even when it takes the same deliveries again', async () => {
    const environment = await useTestEnvironment();
    const { db } = environment.context;
    await shop(environment, [2, 1]);
    const results = async () => {
      const { deliveries } = await claimNextTenants(as(db), 0, capacityFor(10));
      return deliveries.map((each) => ({ delivery: each, result: accepted }));
    };
    const earlier = await results();
    await releaseDeliveries(
      db,
      earlier.map(({ delivery }) => delivery),
    );
    const later = await results();
    expect(later).toHaveLength(3);
    expect(await completeAttempts(as(db), [...earlier, ...later])).toEqual(new Set(later));
    expect(await db.query('SELECT FROM webhook_queue', [])).toEqual([]);
  });

  it('gives each tenant the same share, however much each has due', async () => {
    const environment = await useTestEnvironment();
    const large = await shop(environment, [300]);
    const small = await shop(environment, [100]);
    const tiny = await shop(environment, [2]);
    const { deliveries } = await claimNextTenants(as(environment.context.db), 0, capacityFor(30));
    const counts = countBy(deliveries.map(({ endpoint }) => endpoint.tenantId));
    expect([large, small, tiny].map(({ tenantId }) => counts.get(tenantId))).toEqual([10, 10, 2]);
  });

  it("splits a tenant's share equally among its endpoints", async () => {
    const environment = await useTestEnvironment();
    const { ids } = await shop(environment, [50, 50, 50]);
    const other = await shop(environment, [50]);
    const { deliveries } = await claimNextTenants(as(environment.context.db), 0, capacityFor(60));
    const counts = countBy(deliveries.map(({ endpoint }) => endpoint.id));
    expect([...ids, ...other.ids].map((id) => counts.get(id))).toEqual([10, 10, 10, 30]);
  });

  it('takes no more for an endpoint than its allowance', async () => {
    const environment = await useTestEnvironment();
    const { ids } = await shop(environment, [9, 9, 9]);
    const capacity = {
      maxDeliveries: 100,
      endpointIds: ids.slice(0, 2),
      allowances: [0, 5],
      defaultAllowance: 3,
    };
    const { deliveries } = await claimNextTenants(as(environment.context.db), 0, capacity);
    const counts = countBy(deliveries.map(({ endpoint }) => endpoint.id));
    expect(ids.map((id) => counts.get(id))).toEqual([undefined, 5, 3]);
  });

  it('takes the oldest deliveries of an endpoint first', async () => {
    const environment = await useTestEnvironment();
    const { tenantId } = await shop(environment, [20]);
    await environment.context.db.query(
      `UPDATE webhook_queue SET due_at = statement_timestamp() - interval '1 minute' WHERE delivery_id IN (
         SELECT delivery_id FROM webhook_queue WHERE tenant_id = $1 LIMIT 3)`,
      [tenantId],
    );
    const old = await environment.context.db.query<{ id: string }>(
      "SELECT delivery_id AS id FROM webhook_queue WHERE due_at < now() - interval '30 s'",
      [],
    );
    const { deliveries } = await claimNextTenants(as(environment.context.db), 0, capacityFor(3));
    expect(new Set(deliveries.map(({ id }) => id))).toEqual(new Set(old.map(({ id }) => id)));
  });

  it('takes nothing for inactive endpoints or plans without webhooks, and nothing that is due later', async () => {
    const environment = await useTestEnvironment();
    const { db } = environment.context;
    const inactive = await shop(environment, [1]);
    await switchEndpoint({ db }, { tenantId: inactive.tenantId, id: inactive.ids[0]! }, false);
    const { tenantId } = await shop(environment, [1]);
    await db.query('UPDATE tenants SET webhooks_enabled = false WHERE tenant_id = $1', [tenantId]);
    const later = await shop(environment, [1]);
    await db.query("UPDATE webhook_queue SET due_at = now() + interval '1 s' WHERE tenant_id = $1", [
      later.tenantId,
    ]);
    expect((await claimNextTenants(as(db), 0, capacityFor(10))).deliveries).toEqual([]);
  });

  it('goes through all tenants, some per claim', async () => {
    const environment = await useTestEnvironment();
    const { db } = environment.context;
    for (let n = 0; n < 70; n += 1) await shop(environment, [1]);
    const first = await claimNextTenants(as(db), 0, capacityFor(1000));
    const perClaim = (await isDistributed(as(db))) ? 16 : 64;
    expect(first.deliveries).toHaveLength(perClaim);
    expect(first.lastTenantId).toBe(Math.max(...first.deliveries.map(({ endpoint }) => endpoint.tenantId)));
    let { lastTenantId } = first;
    let count = perClaim;
    while (lastTenantId > 0) {
      const next = await claimNextTenants(as(db), lastTenantId, capacityFor(1000));
      count += next.deliveries.length;
      ({ lastTenantId } = next);
    }
    expect(count).toBe(70);
  });

  it('takes deliveries only of the given tenants', async () => {
    const environment = await useTestEnvironment();
    await shop(environment, [5]);
    const named = await shop(environment, [5]);
    const { deliveries } = await claimTenants(as(environment.context.db), [named.tenantId], capacityFor(100));
    expect(deliveries.map(({ endpoint }) => endpoint.tenantId)).toEqual(Array(5).fill(named.tenantId));
  });

  it('does not wait for concurrent claims; they share the work', async () => {
    const environment = await useTestEnvironment();
    await shop(environment, [100]);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimNextTenants(as(environment.context.db), 0, capacityFor(10))),
    );
    const ids = claims.flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(80);
  });
});

it('a claim of one tenant each gives what it has when a later one fails', async () => {
  const environment = await useTestEnvironment();
  const shops = [await shop(environment, [2]), await shop(environment, [2])];
  const db = asOnCitus(environment.context.db);
  let claims = 0;
  const failing: Querier = {
    ...db,
    query: (statement, values) => {
      const isClaim = typeof statement !== 'string' && statement.name === 'claim deliveries of one tenant';
      if (isClaim) claims += 1;
      return isClaim && claims > 1
        ? Promise.reject(new Error('the machine is away'))
        : db.query(statement, values);
    },
  };
  const { deliveries } = await claimNextTenants(failing, 0, capacityFor(10));
  expect(deliveries.map(({ endpoint }) => endpoint.tenantId)).toEqual(Array(2).fill(shops[0]!.tenantId));
  await expect(claimNextTenants(failing, 0, capacityFor(10))).rejects.toThrow('the machine is away');
});

it('the worker sends to endpoints that respond while others hang', async () => {
  const environment = await useTestEnvironment();
  const hanging = await openEndpoint(() => undefined);
  onTestFinished(() => hanging.close());
  const healthy = await useEndpoint();
  const hung: number[] = [];
  for (let n = 0; n < 5; n += 1) hung.push(...(await shop(environment, [40], hanging.url)).ids);
  for (let n = 0; n < 5; n += 1) await shop(environment, [40], healthy.url);
  const worker = useWorker(environment.context);
  worker.start();
  onTestFinished(() => worker.stop());
  await expect.poll(() => healthy.received.length, { timeout: 20_000, interval: 20 }).toBe(200);
  // Each endpoint that hangs got a few requests at first; no more deliveries than those are leased.
  const [held] = await environment.context.db.query<{ count: number }>(
    'SELECT count(*) FROM webhook_queue WHERE lease_token IS NOT NULL AND registration_id = ANY ($1)',
    [hung],
  );
  expect(held!.count).toBeLessThanOrEqual(5 * INITIAL_WINDOW);
  await hanging.close();
});
