import { randomInt } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { makeKey } from '../../../server/accounts/api-keys/key.ts';
import {
  FailedAuthentications,
  MAX_FAILURES,
} from '../../../server/api/authentication/failed-authentications.ts';
import { type Database, openDatabase } from '../../../server/db/pool/database.ts';
import type { Querier } from '../../../server/db/querier.ts';
import type { Context } from '../../../server/main/context.ts';
import { ownDatabase } from '../../support/databases.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { type TestEnvironment, useTestEnvironment } from '../../support/test-environment.ts';

/** A service that counts the queries of its API. */
async function countingEnvironment(
  env = {},
): Promise<{ environment: TestEnvironment; queries: () => number }> {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const db = openDatabase({ url: database.url, size: 4, preparedStatements: true, log: () => {} });
  let queries = 0;
  const counted: Database = {
    ...db,
    query: <Row extends object>(...args: Parameters<Querier['query']>): Promise<Row[]> => {
      queries += 1;
      return db.query<Row>(...args);
    },
  };
  const overrides: Partial<Context> = { db: counted, close: () => db.close() };
  return { environment: await useTestEnvironment({ env, database, overrides }), queries: () => queries };
}

const me = (environment: TestEnvironment, key: string, forwardedFor?: string) =>
  rawRequest(environment.baseUrl, {
    path: '/api/v1/me',
    headers: {
      authorization: `Bearer ${key}`,
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    },
  });
const guess = (environment: TestEnvironment, forwardedFor?: string) =>
  me(environment, makeKey(randomInt), forwardedFor);

async function fail(environment: TestEnvironment, times: number, forwardedFor?: string): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await guess(environment, forwardedFor)).status).toBe(401);
}

describe('an address that sends invalid keys', () => {
  it('is refused after 60 in a minute, without a query and before the body is read', async () => {
    const { environment, queries } = await countingEnvironment();
    await fail(environment, MAX_FAILURES);
    const before = queries();
    const refused = await guess(environment);
    expect(refused).toMatchObject({ status: 429, problem: { code: 'too_many_failed_authentications' } });
    expect(refused.headers.has('RateLimit')).toBe(false);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const announced = await rawRequest(environment.baseUrl, {
      method: 'POST',
      path: '/api/v1/products',
      headers: { authorization: `Bearer ${makeKey(randomInt)}`, 'content-type': 'application/json' },
      promisedBytes: 5_000_000,
    });
    expect(announced.status).toBe(429);
    expect(queries()).toBe(before);
  });

  it('causes no more queries by sending them all at once', async () => {
    const { environment, queries } = await countingEnvironment();
    const responses = await Promise.all(Array.from({ length: 150 }, () => guess(environment)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(MAX_FAILURES);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(150 - MAX_FAILURES);
    expect(queries()).toBe(MAX_FAILURES);
  });

  it('is still served with a key that worked before, until that key is deactivated', async () => {
    let now = 0;
    const environment = await useTestEnvironment({ overrides: { monotonicMs: () => now } });
    const tenant = await environment.tenant();
    const unseen = await tenant.addKey([]);
    expect((await me(environment, tenant.key)).status).toBe(200);
    await fail(environment, MAX_FAILURES);
    expect((await me(environment, unseen.key)).status).toBe(429);
    // Its cache entry has expired by then, so it is looked up again.
    now += 10_000;
    expect((await me(environment, tenant.key)).status).toBe(200);
    await environment.context.db.query('UPDATE api_keys SET active = false WHERE id = $1', [tenant.keyId]);
    now += 10_000;
    expect((await me(environment, tenant.key)).problem.code).toBe('api_key_inactive');
    expect((await me(environment, tenant.key)).problem.code).toBe('too_many_failed_authentications');
    // A minute after the first failure.
    now += 40_000;
    expect((await me(environment, unseen.key)).status).toBe(200);
  });

  it.each([
    ['mistyped', async () => 'tp_mistyped'],
    [
      'deactivated',
      async ({ context, tenant }: TestEnvironment) => {
        const { key, keyId } = await tenant();
        await context.db.query('UPDATE api_keys SET active = false WHERE id = $1', [keyId]);
        return key;
      },
    ],
  ])('is refused for %s keys as well', async (_what, keyOf) => {
    const environment = await useTestEnvironment();
    const key = await keyOf(environment);
    for (let n = 0; n < MAX_FAILURES; n += 1) expect((await me(environment, key)).status).toBe(401);
    expect((await me(environment, key)).status).toBe(429);
  });

  it('is not refused for requests without a key or without the scope', async () => {
    const environment = await useTestEnvironment();
    const { key } = await environment.tenant({ scopes: [] });
    const products = (headers = {}) => rawRequest(environment.baseUrl, { path: '/api/v1/products', headers });
    for (let n = 0; n <= MAX_FAILURES; n += 1) expect((await products()).status).toBe(401);
    for (let n = 0; n <= MAX_FAILURES; n += 1)
      expect((await products({ authorization: `Bearer ${key}` })).status).toBe(403);
    expect((await guess(environment)).status).toBe(401);
  });

  it('is also refused on paths and methods that the contract does not have', async () => {
    const environment = await useTestEnvironment();
    const headers = () => ({ authorization: `Bearer ${makeKey(randomInt)}` });
    for (let n = 0; n < MAX_FAILURES / 2; n += 1) {
      expect(
        (await rawRequest(environment.baseUrl, { path: '/api/v1/nowhere', headers: headers() })).status,
      ).toBe(401);
      const options = { method: 'DELETE', path: '/api/v1/me', headers: headers() };
      expect((await rawRequest(environment.baseUrl, options)).status).toBe(401);
    }
    expect((await guess(environment)).status).toBe(429);
  });
});

describe('the client address', () => {
  it('is the address of the connection unless TRUST_PROXY says otherwise', async () => {
    const environment = await useTestEnvironment();
    for (let n = 0; n < MAX_FAILURES; n += 1) await guess(environment, `203.0.113.${n}`);
    expect((await guess(environment, '203.0.113.200')).status).toBe(429);
  });

  it('is the address that the outermost of N trusted proxies saw, whatever the client adds to the header', async () => {
    const environment = await useTestEnvironment({ env: { TRUST_PROXY: '1' } });
    for (let n = 0; n < MAX_FAILURES; n += 1)
      expect((await guess(environment, `198.51.100.${n}, 203.0.113.5`)).status).toBe(401);
    expect((await guess(environment, '198.51.100.99, 203.0.113.5')).status).toBe(429);
    expect((await guess(environment, '203.0.113.5, 203.0.113.6')).status).toBe(401);
  });

  it('is the address that the proxies in TRUST_PROXY saw; no other sender is trusted', async () => {
    const trusting = await useTestEnvironment({ env: { TRUST_PROXY: 'loopback' } });
    await fail(trusting, MAX_FAILURES, '203.0.113.5');
    expect((await guess(trusting, '203.0.113.5')).status).toBe(429);
    expect((await guess(trusting, '203.0.113.6')).status).toBe(401);
    const elsewhere = await useTestEnvironment({ env: { TRUST_PROXY: '10.0.0.0/8' } });
    for (let n = 0; n < MAX_FAILURES; n += 1) await guess(elsewhere, `203.0.113.${n}`);
    expect((await guess(elsewhere, '203.0.113.200')).status).toBe(429);
  });

  it('counts as its /64 if it is IPv6, and as IPv4 if it is an IPv4-mapped address', async () => {
    const environment = await useTestEnvironment({ env: { TRUST_PROXY: '1' } });
    for (let n = 0; n < MAX_FAILURES; n += 1) await guess(environment, `2001:db8::${n.toString(16)}`);
    expect((await guess(environment, '2001:DB8:0:0:ffff::1')).status).toBe(429);
    expect((await guess(environment, '2001:db8:0:1::1')).status).toBe(401);
    for (let n = 0; n < MAX_FAILURES; n += 1) await guess(environment, '::ffff:203.0.113.7');
    expect((await guess(environment, '203.0.113.7')).status).toBe(429);
    expect((await guess(environment, '::ffff:203.0.113.8')).status).toBe(401);
  });

  it('is the proxy’s own if the proxy forwards something that is not an address', async () => {
    const environment = await useTestEnvironment({ env: { TRUST_PROXY: '1' } });
    for (let n = 0; n < MAX_FAILURES; n += 1) await guess(environment, `unknown-${n}`);
    expect((await guess(environment, 'unknown')).status).toBe(429);
  });
});

it('forgets the oldest addresses beyond a maximum number', async () => {
  const failures = new FailedAuthentications(pino({ level: 'silent' }), () => 0, 2);
  for (let n = 0; n < MAX_FAILURES; n += 1) failures.count('first');
  failures.count('second');
  expect(() => failures.requireBelowLimit('first')).toThrow(
    expect.objectContaining({ code: 'too_many_failed_authentications' }),
  );
  failures.count('third');
  failures.requireBelowLimit('first');
});
