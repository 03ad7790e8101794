import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiKeyCache,
  CACHE_TTL_MS,
  DEACTIVATION_WAIT_MS,
} from '../../../server/accounts/api-keys/api-key-cache.ts';
import { issueKey } from '../../../server/accounts/api-keys/issue.ts';
import { isWellFormed, makeKey, prefixOf } from '../../../server/accounts/api-keys/key.ts';
import { LastUsedWriter } from '../../../server/accounts/api-keys/last-used-writer.ts';
import { deactivateKeyEverywhere } from '../../../server/accounts/api-keys/revoke.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import type { Querier } from '../../../server/db/querier.ts';
import { openTestEnvironment, type TestEnvironment } from '../../support/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

/** A querier that counts its queries. */
function counting(db: Querier): Querier & { count: number } {
  const counted = {
    count: 0,
    query: <Row extends object>(...args: Parameters<Querier['query']>): Promise<Row[]> => {
      counted.count += 1;
      return db.query<Row>(...args);
    },
  };
  return counted;
}

async function newKey(
  expiresAt: string | null = null,
): Promise<{ id: number; key: string; tenantId: number }> {
  const { tenantId } = await environment.tenant();
  const request = { tenantId, name: 'k', scopes: [], expiresAt };
  const issued = await environment.context.db.transaction((tx) => issueKey(tx, OPERATOR, request, randomInt));
  return { tenantId, ...issued };
}

describe('an API key', () => {
  it('is tp_, 32 random characters and a checksum of 6; the first 11 stay visible', () => {
    const key = makeKey(randomInt);
    expect(key).toMatch(/^tp_[0-9A-Za-z]{38}$/);
    expect(prefixOf(key)).toHaveLength(11);
    expect(isWellFormed(key)).toBe(true);
  });

  it('is refused when any one character is mistyped', () => {
    const key = makeKey(randomInt);
    for (let at = 3; at < key.length; at += 1) {
      const typed = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(isWellFormed(typed), typed).toBe(false);
    }
  });
});

describe('the API key cache', () => {
  it('renews the keys in use by one query when the first of them is used again', async () => {
    let now = 5_000;
    const db = counting(environment.context.db);
    const cache = new ApiKeyCache(db, () => now);
    const keys = await Promise.all(Array.from({ length: 20 }, () => newKey()));
    for (const { key } of keys) await cache.find(key);
    expect(db.count).toBe(20);
    const deactivated = keys[7]!;
    await environment.context.db.query('UPDATE api_keys SET active = false WHERE id = $1', [deactivated.id]);
    now += CACHE_TTL_MS;
    const found = await Promise.all(keys.toReversed().map(({ key }) => cache.find(key)));
    expect(db.count).toBe(21);
    expect(found.map((record) => record?.apiKeyId)).toEqual(keys.toReversed().map(({ id }) => id));
    expect(found.filter((record) => !record?.active).map((record) => record?.apiKeyId)).toEqual([
      deactivated.id,
    ]);
    expect(cache.cached(keys[0]!.key)).toEqual(found.at(-1));
  });

  it('forgets a key that nobody has used for five seconds, however often others are renewed', async () => {
    let now = 5_000;
    const asked: number[] = [];
    const { db } = environment.context;
    const recording = {
      query: <Row extends object>(...args: Parameters<Querier['query']>): Promise<Row[]> => {
        const [hashes] = args[1] as [Buffer | Buffer[]];
        asked.push(Array.isArray(hashes) ? hashes.length : 1);
        return db.query<Row>(...args);
      },
    };
    const cache = new ApiKeyCache(recording, () => now);
    const [idle, busy] = [await newKey(), await newKey()];
    await cache.find(idle.key);
    for (let second = 0; second < 8; second += 1) {
      await cache.find(busy.key);
      // By then the cache has the records of the same query, too.
      await db.query('SELECT', []);
      now += CACHE_TTL_MS;
    }
    expect(asked).toEqual([1, 1, 2, 2, 2, 2, 2, 1, 1]);
  });

  it('a query that fails fails for each of its keys, and the next one is made', async () => {
    let [now, fails] = [5_000, false];
    const { db } = environment.context;
    const failing = {
      query: <Row extends object>(...args: Parameters<Querier['query']>): Promise<Row[]> =>
        fails ? Promise.reject(new Error('no connection')) : db.query<Row>(...args),
    };
    const cache = new ApiKeyCache(failing, () => now);
    const keys = [await newKey(), await newKey()];
    for (const { key } of keys) await cache.find(key);
    now += CACHE_TTL_MS;
    fails = true;
    const found = await Promise.allSettled(keys.map(({ key }) => cache.find(key)));
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    for (const { key, id } of keys) expect((await cache.find(key))?.apiKeyId).toBe(id);
  });

  it('queries once a second for a busy key, and once for simultaneous requests', async () => {
    let now = 5_000;
    const db = counting(environment.context.db);
    const ring = new ApiKeyCache(db, () => now);
    const { key } = await newKey();
    await Promise.all(Array.from({ length: 50 }, () => ring.find(key)));
    now += CACHE_TTL_MS - 1;
    await ring.find(key);
    expect(db.count).toBe(1);
    now += 1;
    await ring.find(key);
    expect(db.count).toBe(2);
  });

  it('knows a key without a promise from the end of its look-up until the entry or the key ends', async () => {
    let now = 5_000;
    const cache = new ApiKeyCache(environment.context.db, () => now);
    const { key } = await newKey();
    const lookUp = cache.find(key);
    expect(cache.cached(key)).toBeUndefined();
    const record = await lookUp;
    now += CACHE_TTL_MS - 1;
    expect(cache.cached(key)).toEqual(record);
    now += 1;
    expect(cache.cached(key)).toBeUndefined();

    const { key: expiring } = await newKey(new Date(Date.now() + 60_000).toISOString());
    const expiresInMs = (await cache.find(expiring))!.expiresInMs!;
    expect(cache.cached(expiring)).toBeDefined();
    now += expiresInMs;
    expect(cache.cached(expiring)).toBeUndefined();
  });

  it('does not use a look-up from before a deactivation once the deactivation has returned', async () => {
    let now = 0;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let slow = true;
    const db: Querier = {
      query: async <Row extends object>(...args: Parameters<Querier['query']>) => {
        const rows = await environment.context.db.query<Row>(...args);
        if (slow) await held;
        return rows;
      },
    };
    const ring = new ApiKeyCache(db, () => now);
    const { key, id, tenantId } = await newKey();
    const before = ring.find(key);
    slow = false;
    await deactivateKeyEverywhere(environment.context.db, OPERATOR, { tenantId, id }, async (ms) => {
      now += ms;
    });
    expect(await ring.find(key)).toMatchObject({ active: false });
    release();
    await before;
    expect(await ring.find(key)).toMatchObject({ active: false });
  });

  it('caches a key for less time than a deactivation waits', () => {
    expect(DEACTIVATION_WAIT_MS).toBeGreaterThan(CACHE_TTL_MS);
  });

  it('does not cache keys that it did not find', async () => {
    const db = counting(environment.context.db);
    const ring = new ApiKeyCache(db, () => 0);
    const stranger = makeKey(randomInt);
    expect(await ring.find(stranger)).toBeUndefined();
    expect(await ring.find(stranger)).toBeUndefined();
    expect(db.count).toBe(2);
  });

  it('queries again for a key that expires within the second', async () => {
    let now = 0;
    const db = counting(environment.context.db);
    const ring = new ApiKeyCache(db, () => now);
    const { key } = await newKey(new Date(Date.now() + 500).toISOString());
    await ring.find(key);
    now += 501;
    await ring.find(key);
    expect(db.count).toBe(2);
  });

  it('recovers after a failed look-up', async () => {
    const { key } = await newKey();
    let broken = true;
    const ring = new ApiKeyCache(
      {
        query: (...args) =>
          broken ? Promise.reject(new Error('away')) : environment.context.db.query(...args),
      },
      () => 0,
    );
    await expect(ring.find(key)).rejects.toThrow('away');
    broken = false;
    expect(await ring.find(key)).toMatchObject({ active: true });
  });
});

describe('last_used_at', () => {
  it('is written in batches, with the time of the use, and never goes back', async () => {
    let now = 100_000;
    const lastUsed = new LastUsedWriter(environment.context.db, () => now);
    const { tenantId, id } = await newKey();
    const age = async (): Promise<number> => {
      const sql =
        'SELECT extract(epoch FROM clock_timestamp() - last_used_at)::float8 AS age FROM api_keys WHERE id = $1';
      return (await environment.context.db.query<{ age: number }>(sql, [id]))[0]!.age;
    };
    lastUsed.record(tenantId, id);
    now += 60_000;
    await lastUsed.flush();
    expect(await age()).toBeGreaterThan(59);
    lastUsed.record(tenantId, id);
    await lastUsed.flush();
    expect(await age()).toBeLessThan(30);
  });

  it('keeps what could not be written for the next batch', async () => {
    let broken = true;
    const lastUsed = new LastUsedWriter(
      {
        query: (...args) =>
          broken ? Promise.reject(new Error('away')) : environment.context.db.query(...args),
      },
      () => 0,
    );
    const { tenantId, id } = await newKey();
    lastUsed.record(tenantId, id);
    await expect(lastUsed.flush()).rejects.toThrow('away');
    broken = false;
    await lastUsed.flush();
    const [row] = await environment.context.db.query<{ used: boolean }>(
      'SELECT last_used_at IS NOT NULL AS used FROM api_keys WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ used: true });
  });
});
