import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConsistencyTokens } from '../../../server/db/replicas/consistency-tokens.ts';
import { endOfTimeline, type TimedPosition, walPosition } from '../../../server/db/wal-position.ts';
import { freePort } from '../../support/free-port.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

/** As tokens were before they were encrypted. */
const TOKEN_IN_CLEAR = '000000010000000016b37480';
const TOKEN = '0649bfd9b158402ecff6c0ea9c3a7006083365a05a532f';

it('neither sends nor needs tokens without replicas, but takes them', async () => {
  const { tenant, context } = await useTestEnvironment();
  const { request } = await tenant();
  const created = await request('POST', '/categories', { body: { name: 'Cafés' } });
  expect([created.status, created.headers.has('consistency-token')]).toEqual([201, false]);
  const list = await request('GET', '/categories', { headers: { 'consistency-token': TOKEN } });
  expect((await list.json()).data).toHaveLength(1);
  expect(context.replicas).toBeUndefined();
});

it('starts while the replica is away, with no failed request', async () => {
  const environment = await useTestEnvironment({
    env: {
      DATABASE_URL: 'postgres://127.0.0.1/replaced-by-the-test',
      DATABASE_REPLICA_URL: `postgres://127.0.0.1:${await freePort()}/nowhere`,
    },
  });
  const { request } = await environment.tenant();
  const created = await request('POST', '/categories', { body: { name: 'Cafés' } });
  const token = created.headers.get('consistency-token')!;
  const list = await request('GET', '/categories', { headers: { 'consistency-token': token } });
  expect((await list.json()).data).toHaveLength(1);
  expect((await fetch(`${environment.baseUrl}/readyz`)).status).toBe(200);
  expect(environment.context.replicas!.served).toEqual({ replica: 0, primary: 1, primary_after_replica: 0 });
});

describe('a token', () => {
  const key = randomBytes(32);
  const tokens = new ConsistencyTokens(key);
  const at = (micros: number, lsn: string): TimedPosition => ({
    time: micros.toString(16),
    position: walPosition({ timeline: '1', lsn }),
  });
  const NOW = 1_769_938_200_123_456;

  it('is understood by every process with the key, while the key is being changed as well', () => {
    const written = at(NOW, '16/B374D848');
    const renewed = new ConsistencyTokens(randomBytes(32), key);
    for (const each of [tokens, new ConsistencyTokens(key), renewed])
      expect(each.open(tokens.seal(written))).toBe(written.position);
    expect(renewed.open(renewed.seal(written))).toBe(written.position);
    expect(tokens.open(renewed.seal(written))).toBeUndefined();
    const behind = { time: '0', position: endOfTimeline('ffffffff'.slice(1)) };
    expect(tokens.open(tokens.seal(behind))).toBe(behind.position);
  });

  it('is greater than those of earlier writes, however far the log was', () => {
    const sealed = [at(NOW - 1, 'FF/0'), at(NOW, '1/0'), at(NOW + 1, '0/0'), at(NOW * 2, '0/0')].map((each) =>
      tokens.seal(each),
    );
    expect(sealed).toEqual([...sealed].sort());
    expect(sealed[0]! > TOKEN_IN_CLEAR).toBe(true);
  });

  it('shows neither the position nor whether it has changed', () => {
    const sealed = [at(NOW, '1/0'), at(NOW + 1, '1/0'), at(NOW + 2, '1/8')].map((each) => tokens.seal(each));
    const blocks = sealed.map((each) => each.slice(14));
    for (const block of blocks) expect(block).not.toMatch(/0{8}/);
    // 128 random bits differ in 64 of them, give or take 6.
    const differing = (a: string, b: string) =>
      (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;
    for (const [a, b] of [[0, 1] as const, [1, 2] as const, [0, 2] as const])
      expect(differing(blocks[a]!, blocks[b]!)).toBeGreaterThan(20);
  });

  it('is not understood with another time, another block or another form', () => {
    const [one, two] = [tokens.seal(at(NOW, '1/0')), tokens.seal(at(NOW + 1, '1/0'))];
    const mixed = one.slice(0, 14) + two.slice(14);
    for (const text of [mixed, `${one}0`, one.slice(1), one.toUpperCase(), TOKEN_IN_CLEAR])
      expect(tokens.open(text)).toBeUndefined();
  });
});
