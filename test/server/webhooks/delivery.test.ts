import { randomUUID } from 'node:crypto';
import { verify } from '@tradepost/sdk/webhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { claimNextTenants } from '../../../server/webhooks/queue/claim.ts';
import { endLostAttempts } from '../../../server/webhooks/send/lost-attempts.ts';
import { createRetrySchedule } from '../../../server/webhooks/send/rules/retry-schedule.ts';
import { checkEvent } from '../../contract-check/check-event.ts';
import { accept, type Respond, useEndpoint } from '../../support/test-endpoint.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { deliveriesOf, letTimePass, register, useWorker } from '../../support/webhooks.ts';

/** A tenant with one endpoint, and one product.created event that is due for it. */
async function oneDue(respond?: Respond) {
  const environment = await useTestEnvironment();
  const tenant = await environment.tenant();
  const endpoint = await useEndpoint(respond);
  const { secret } = await register(environment.context, tenant.tenantId, endpoint.url, ['product.created']);
  await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 39.9 });
  const delivery = async () => (await deliveriesOf(environment.context, tenant.tenantId))[0]!;
  return { environment, tenant, endpoint, secret, delivery };
}

describe('a delivery that is accepted', () => {
  it('carries the specified headers and envelope, and a signature that the SDK verifies', async () => {
    const { environment, endpoint, secret, delivery } = await oneDue();
    expect(await useWorker(environment.context).tick()).toBe(1);
    const [{ headers, body }] = endpoint.received as [(typeof endpoint.received)[number]];
    expect(checkEvent(headers, body)).toEqual([]);
    expect((await verify({ body, headers, secret })).event_type).toBe('product.created');
    const { id, event_body } = await delivery();
    expect(headers['x-service-delivery-id']).toBe(id);
    expect(body.toString()).toBe(event_body);
  });

  it("is signed by the database's clock when the worker's is ten minutes ahead", async () => {
    const { environment, endpoint, secret } = await oneDue();
    const now = Math.floor(Date.now() / 1000);
    vi.useFakeTimers({ toFake: ['Date'], now: (now + 600) * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await useWorker(environment.context).tick();
    const [{ headers, body }] = endpoint.received as [(typeof endpoint.received)[number]];
    expect(await verify({ body, headers, secret, now })).toMatchObject({ event_type: 'product.created' });
  });

  it('has only the headers on an allow-list', async () => {
    const { environment, endpoint } = await oneDue();
    await useWorker(environment.context).tick();
    expect(Object.keys(endpoint.received[0]!.headers).sort()).toEqual([
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-service-delivery-id',
      'x-service-event',
      'x-service-signature',
      'x-service-timestamp',
    ]);
  });

  it('is recorded as SUCCESS with one attempt and is not sent again', async () => {
    const { environment, endpoint, delivery } = await oneDue(
      (res) => void res.writeHead(202).end('obrigado'),
    );
    const worker = useWorker(environment.context);
    await worker.tick();
    expect(await worker.tick()).toBe(0);
    expect(await delivery()).toMatchObject({
      status: 'SUCCESS',
      attempt_number: 1,
      response_status: 202,
      response_body: 'obrigado',
      lease_token: null,
      wait_seconds: null,
    });
    expect((await delivery()).duration_ms).toEqual(expect.any(Number));
    expect(endpoint.received).toHaveLength(1);
    expect(
      await environment.context.db.query('SELECT number, outcome, response_status FROM webhook_attempts', []),
    ).toEqual([{ number: 1, outcome: 'accepted', response_status: 202 }]);
  });
});

describe('a delivery that is not accepted', () => {
  it.each([500, 301, 404, 300])('waits a minute before its second attempt after a %i', async (status) => {
    const { environment, delivery } = await oneDue(
      (res) => void res.writeHead(status, { location: '/elsewhere' }).end('no'),
    );
    await useWorker(environment.context).tick();
    const { wait_seconds, ...row } = await delivery();
    expect(row).toMatchObject({
      status: 'RETRYING',
      attempt_number: 1,
      response_status: status,
      response_body: 'no',
    });
    expect(wait_seconds).toBeGreaterThan(50);
    expect(wait_seconds).toBeLessThanOrEqual(60);
  });

  it('is FAILED after five attempts with the same bytes, each with a signature of its time', async () => {
    const { environment, tenant, endpoint, secret, delivery } = await oneDue(
      (res) => void res.writeHead(503).end(),
    );
    const worker = useWorker(environment.context);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await worker.tick();
      await letTimePass(environment.context, tenant.tenantId);
    }
    expect(await worker.tick()).toBe(0);
    expect(await delivery()).toMatchObject({ status: 'FAILED', attempt_number: 5 });
    expect(new Set(endpoint.received.map(({ body }) => body.toString())).size).toBe(1);
    for (const { headers, body } of endpoint.received)
      expect(await verify({ body, headers, secret })).toMatchObject({ event_id: headers['webhook-id'] });
  });

  it('is retried when nothing listens at the endpoint', async () => {
    const { environment, endpoint, delivery } = await oneDue();
    await endpoint.close();
    await useWorker(environment.context).tick();
    expect(await delivery()).toMatchObject({
      status: 'RETRYING',
      response_status: null,
      response_body: null,
    });
  });

  it.each(['', 'NULL', '{"a":["\\"",\n\t"\\\\"]}', ' {,} ', "it's"])(
    'stores the response body unchanged: %j',
    async (response) => {
      const { environment, delivery } = await oneDue((res) => void res.writeHead(500).end(response));
      await useWorker(environment.context).tick();
      expect((await delivery()).response_body).toBe(response);
    },
  );

  it('stores the first KB of the response body, cut between characters and without NUL', async () => {
    const { environment, delivery } = await oneDue(
      (res) => void res.writeHead(500).end(`\0x${'ç'.repeat(5000)}`),
    );
    await useWorker(environment.context).tick();
    const { response_body } = await delivery();
    expect(response_body).toBe(`x${'ç'.repeat(511)}`);
  });
});

describe('several workers at once', () => {
  it('send each delivery once', async () => {
    const { environment, tenant, endpoint } = await oneDue(accept);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        tenant.tp.products.create({ name: 'Café', sku: `CAF-${n}`, price: 1 }),
      ),
    );
    const workers = Array.from({ length: 4 }, () => useWorker(environment.context));
    const sent = async (): Promise<number> =>
      (await Promise.all(workers.map((worker) => worker.tick()))).reduce((a, b) => a + b);
    let total = 0;
    for (let round = await sent(); round > 0; round = await sent()) total += round;
    expect(total).toBe(61);
    expect(new Set(endpoint.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(61);
    expect(endpoint.received).toHaveLength(61);
  });

  it('record a result only while they hold the lease', async () => {
    const { environment, tenant, delivery } = await oneDue((res) => {
      // While this request is in flight, its lease expires and another worker takes over.
      void environment.context.db
        .query('UPDATE webhook_queue SET lease_token = $2 WHERE tenant_id = $1', [
          tenant.tenantId,
          randomUUID(),
        ])
        .then(() => res.writeHead(200).end());
    });
    await useWorker(environment.context).tick();
    expect(await delivery()).toMatchObject({ status: 'PENDING', attempt_number: 0, response_status: null });
  });
});

describe('a delivery whose worker was lost', () => {
  const one = { maxDeliveries: 1, endpointIds: [], allowances: [], defaultAllowance: 1 };
  const allowing = (maxAttempts: number) => ({
    schedule: createRetrySchedule({ maxAttempts }),
  });

  async function withLostWorker() {
    const { environment, tenant, ...rest } = await oneDue();
    const { db } = environment.context;
    const { deliveries } = await claimNextTenants(db, 0, one);
    await db.query("UPDATE webhook_queue SET leased_until = now() - interval '1 s'", []);
    return { environment, tenant, db, claimed: deliveries[0]!, ...rest };
  }

  it('is sent again once its lease has expired, and the lost attempt counts', async () => {
    const { environment, db, delivery, endpoint } = await withLostWorker();
    expect(await useWorker(environment.context).tick()).toBe(1);
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery()).toMatchObject({ status: 'SUCCESS', attempt_number: 2 });
    expect(await db.query('SELECT outcome FROM webhook_attempts ORDER BY number', [])).toEqual([
      { outcome: 'lost' },
      { outcome: 'accepted' },
    ]);
  });

  it('keeps its position in the queue', async () => {
    const { tenant, db, claimed } = await withLostWorker();
    await tenant.tp.products.create({ name: 'Chá', sku: 'CHA', price: 9.75 });
    expect(await endLostAttempts(db, allowing(5))).toHaveLength(1);
    expect((await claimNextTenants(db, 0, one)).deliveries).toMatchObject([{ id: claimed.id, attempt: 2 }]);
  });

  it('tells nothing about its endpoint', async () => {
    const { db } = await withLostWorker();
    expect(await endLostAttempts(db, allowing(1))).toHaveLength(1);
    expect(await db.query('SELECT failed_attempts, failing_since FROM webhook_registrations', [])).toEqual([
      { failed_attempts: 0, failing_since: null },
    ]);
  });

  it('is FAILED when the lost attempt was its last', async () => {
    const { db, delivery } = await withLostWorker();
    expect(await endLostAttempts(db, allowing(1))).toHaveLength(1);
    expect(await delivery()).toMatchObject({ status: 'FAILED', attempt_number: 1, lease_token: null });
    expect((await claimNextTenants(db, 0, one)).deliveries).toEqual([]);
  });
});

it('the worker skips a delivery whose secret cannot be decrypted, and sends the others', async () => {
  const { environment, tenant, endpoint } = await oneDue();
  const bad = await register(environment.context, tenant.tenantId, endpoint.url, ['product.created']);
  await environment.context.db.query("UPDATE webhook_registrations SET secret = '\\x01' WHERE id = $1", [
    bad.id,
  ]);
  await tenant.tp.products.create({ name: 'Chá', sku: 'CHA', price: 9.75 });
  await useWorker(environment.context).tick();
  const statuses = (await deliveriesOf(environment.context, tenant.tenantId)).map(({ status }) => status);
  expect(statuses.sort()).toEqual(['PENDING', 'SUCCESS', 'SUCCESS']);
});
