import { createHmac, randomInt } from 'node:crypto';
import { verify } from '@tradepost/sdk/webhooks';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import type { Context } from '../../../server/main/context.ts';
import type { EndpointKey } from '../../../server/webhooks/endpoint-key.ts';
import { rotateSecret } from '../../../server/webhooks/endpoints/secrets.ts';
import { type Received, useEndpoint } from '../../support/test-endpoint.ts';
import { captureLog, emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, register, useWorker } from '../../support/webhooks.ts';
import { workerReadiness } from '../../support/worker-readiness.ts';

const rotate = async ({ db, box }: Context, key: EndpointKey): Promise<string | undefined> =>
  (await db.transaction((tx) => rotateSecret(tx, OPERATOR, key, box, randomInt)))?.secret;

const hexOf = (secret: string, { headers, body }: Received): string =>
  `sha256=${createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(body).digest('hex')}`;

/** Whether the Standard Webhooks library verifies the delivery with this secret alone. */
function isTaken(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** One endpoint; `next` returns what a worker sends to it after an event. */
async function receiving(options?: Parameters<typeof subscribed>[1]) {
  const endpoint = await useEndpoint();
  const made = await subscribed(endpoint.url, options);
  const next = async (): Promise<Received> => {
    await emit(made.context, made.tenantId);
    await made.worker.tick();
    return endpoint.received.at(-1)!;
  };
  return { ...made, endpoint, next };
}

describe('rotating a secret', () => {
  it('adds a second signature, so receivers with the old or the new secret accept the delivery', async () => {
    const { context, key, secret: old, next } = await receiving();
    const fresh = (await rotate(context, key))!;
    expect(fresh).toMatch(/^[0-9A-Za-z]{64}$/);
    expect(fresh).not.toBe(old);
    const received = await next();
    expect(received.headers['x-service-signature']).toBe(hexOf(fresh, received));
    expect(received.headers['x-service-signature-previous']).toBe(hexOf(old, received));
    expect(received.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect([isTaken(fresh, received), isTaken(old, received)]).toEqual([true, true]);
    expect(isTaken('x'.repeat(64), received)).toBe(false);
    expect((await verify({ ...received, secret: fresh })).event_type).toBe('product.created');
  });

  it('keeps the old secret signing for 24 hours', async () => {
    const { context, key } = await receiving();
    await rotate(context, key);
    const sql = `SELECT extract(epoch FROM previous_secret_until - now())::double precision AS seconds FROM webhook_registrations`;
    const [{ seconds }] = (await context.db.query<{ seconds: number }>(sql, [])) as [{ seconds: number }];
    expect(seconds).toBeGreaterThan(23.9 * 3600);
    expect(seconds).toBeLessThanOrEqual(24 * 3600);
  });

  it('leaves only the new secret signing after 24 hours', async () => {
    const { context, key, secret: old, next } = await receiving();
    const fresh = (await rotate(context, key))!;
    const over = `UPDATE webhook_registrations SET previous_secret_until = clock_timestamp()`;
    await context.db.query(over, []);
    const received = await next();
    expect(received.headers['x-service-signature']).toBe(hexOf(fresh, received));
    expect(received.headers).not.toHaveProperty('x-service-signature-previous');
    expect([isTaken(fresh, received), isTaken(old, received)]).toEqual([true, false]);
  });

  it('twice leaves the two newest secrets signing', async () => {
    const { context, key, secret: first, next } = await receiving();
    const [second, third] = [(await rotate(context, key))!, (await rotate(context, key))!];
    const received = await next();
    expect([first, second, third].map((secret) => isTaken(secret, received))).toEqual([false, true, true]);
    expect(received.headers['x-service-signature']).toBe(hexOf(third, received));
    expect(received.headers['x-service-signature-previous']).toBe(hexOf(second, received));
  });

  it('applies to the next attempt of deliveries that were already waiting', async () => {
    const refused = await useEndpoint((res) => void res.writeHead(500).end());
    const { context, tenantId, key, secret: old, worker } = await subscribed(refused.url);
    await emit(context, tenantId);
    await worker.tick();
    const fresh = (await rotate(context, key))!;
    await letTimePass(context, tenantId);
    await worker.tick();
    const [before, after] = refused.received as [Received, Received];
    expect(isTaken(old, before)).toBe(true);
    expect([isTaken(fresh, after), isTaken(old, after)]).toEqual([true, true]);
  });

  it('returns undefined for an endpoint that does not exist or belongs to another tenant', async () => {
    const { environment, context, key } = await receiving();
    const other = await environment.tenant();
    expect(await rotate(context, { tenantId: other.tenantId, id: key.id })).toBeUndefined();
  });
});

describe('a secret that cannot be decrypted', () => {
  const damage = ({ db }: Context, { id }: EndpointKey) =>
    db.query(`UPDATE webhook_registrations SET secret = '\\x01' WHERE id = $1`, [id]);

  it('leaves its deliveries PENDING, without an attempt, for another worker to claim', async () => {
    const { context, tenantId, key, worker, endpoint } = await receiving();
    await emit(context, tenantId, 'product.created', 10);
    const { secret } = (
      await context.db.query<{ secret: Buffer }>('SELECT secret FROM webhook_registrations', [])
    )[0]!;
    await damage(context, key);
    await worker.tick();
    const waiting = await deliveriesOf(context, tenantId);
    expect(waiting).toHaveLength(10);
    for (const each of waiting)
      expect(each).toMatchObject({ status: 'PENDING', attempt_number: 0, lease_token: null });
    expect(await context.db.query('SELECT FROM webhook_attempts', [])).toEqual([]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
    await context.db.query('UPDATE webhook_registrations SET secret = $1', [secret]);
    await useWorker(context).tick();
    expect(endpoint.received).not.toEqual([]);
  });

  it('is retried after a pause and does not delay other endpoints', async () => {
    let now = 0;
    const { context, tenantId, key, worker } = await receiving({ overrides: { monotonicMs: () => now } });
    const other = await useEndpoint();
    await register(context, tenantId, other.url, ['product.created']);
    await damage(context, key);
    await emit(context, tenantId, 'product.created', 3);
    await worker.tick();
    expect(await worker.tick()).toBe(0);
    expect(other.received).toHaveLength(3);
    now += 30_000;
    expect(await worker.tick()).toBe(3);
    expect(await worker.tick()).toBe(0);
  });

  it('is fixed by a rotation: waiting deliveries are signed with the new secret only', async () => {
    let now = 0;
    const { context, key, next, worker, endpoint } = await receiving({
      overrides: { monotonicMs: () => now },
    });
    await damage(context, key);
    expect(await next()).toBeUndefined();
    const fresh = (await rotate(context, key))!;
    now += 30_000;
    await worker.tick();
    const [received] = endpoint.received as [Received];
    expect(endpoint.received).toHaveLength(1);
    expect(isTaken(fresh, received)).toBe(true);
    expect(received.headers).not.toHaveProperty('x-service-signature-previous');
  });

  it('is logged as an error once per pause and does not make workers unready', async () => {
    const { lines, log } = captureLog();
    const { context, tenantId, key, worker } = await receiving({ overrides: { log } });
    await damage(context, key);
    await emit(context, tenantId, 'product.created', 2);
    await context.db.query(`UPDATE webhook_queue SET due_at = due_at - interval '1 hour'`, []);
    const notReady = workerReadiness(context);
    const late = expect.stringContaining('the oldest due delivery is');
    expect(await notReady()).toEqual(late);
    await worker.tick();
    await worker.tick();
    expect(await notReady()).toBeUndefined();
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(errors).toEqual([
      expect.objectContaining({
        tenant_id: tenantId,
        endpoint_id: key.id,
        msg: expect.stringContaining("can't be decrypted with TRADEPOST_SECRET_KEY"),
      }),
    ]);
    await rotate(context, key);
    expect(await notReady()).toEqual(late);
  });
});

describe('secrets', () => {
  it('are stored nowhere in the database in plain text', async () => {
    const { context, key, secret: old, next } = await receiving();
    const fresh = (await rotate(context, key))!;
    await next();
    const tables = await context.db.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      [],
    );
    const dump: string[] = [];
    for (const { name } of tables)
      dump.push(
        ...(await context.db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`, [])).map(
          ({ row }) => row,
        ),
      );
    const text = dump.join('\n').toLowerCase();
    expect(text).toContain('product.created');
    for (const secret of [old, fresh])
      for (const form of ['utf8', 'hex', 'base64'] as const)
        expect(text.includes(Buffer.from(secret).toString(form).toLowerCase()), form).toBe(false);
  });

  it('are never logged, and neither are payloads and paths; the host is', async () => {
    const { lines, log } = captureLog();
    const { context, key, secret: old, next, endpoint } = await receiving({ overrides: { log } });
    const fresh = (await rotate(context, key))!;
    await next();
    await endpoint.close();
    await next();
    await context.db.query(`UPDATE webhook_registrations SET secret = '\\x01'`, []);
    await next();
    const attempts = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'delivery attempt');
    expect(attempts.map(({ result, status }) => [result, status])).toEqual([
      ['accepted', 'SUCCESS'],
      ['connection', 'RETRYING'],
    ]);
    const { host } = new URL(endpoint.url);
    expect(attempts[0]).toMatchObject({ endpoint_id: key.id, host, waited_ms: expect.any(Number) });
    for (const each of [old, fresh, '/hooks', '"data"', 'sha256=', 'v1,'])
      expect(lines.join('').includes(each), each).toBe(false);
  });

  it('are absent from the one log line per attempt, which has ids, outcome and duration', async () => {
    const { lines, log } = captureLog();
    const { context, tenantId, key, endpoint, next } = await receiving({ overrides: { log } });
    const received = await next();
    const [delivery] = await deliveriesOf(context, tenantId);
    const [attempt, ...more] = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'delivery attempt');
    expect(more).toEqual([]);
    expect(attempt).toEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'delivery attempt',
      tenant_id: tenantId,
      endpoint_id: key.id,
      host: new URL(endpoint.url).host,
      delivery_id: delivery!.id,
      event_id: received.headers['webhook-id'],
      event: 'product.created',
      attempt: 1,
      status: 'SUCCESS',
      result: 'accepted',
      detail: null,
      response_status: 204,
      waited_ms: expect.any(Number),
      duration_ms: delivery!.duration_ms,
    });
  });
});
