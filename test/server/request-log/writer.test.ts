import { expect, inject, it, onTestFinished } from 'vitest';
import { BURST } from '../../../server/accounts/request-log/allowance.ts';
import { countRefusedRequests, listRefusedRequests } from '../../../server/accounts/request-log/store.ts';
import {
  BATCH_ROWS,
  MAX_WAITING,
  MAX_WAITING_PER_TENANT,
  RefusedRequestWriter,
} from '../../../server/accounts/request-log/writer.ts';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import { type Database, openDatabase } from '../../../server/db/pool/database.ts';
import { ownDatabase } from '../../support/databases.ts';
import { refusedRequest } from '../../support/refused-requests.ts';
import { openSilentProxy, type SilentProxy } from '../../support/silent-proxy.ts';

const LONG_AGO = '2000-01-01T00:00:00Z';

interface Setup {
  readonly db: Database;
  readonly proxy: SilentProxy;
  readonly writer: RefusedRequestWriter;
  readonly clock: { ms: number };
  readonly errors: unknown[];
  readonly tenants: readonly number[];
}

async function setUp(tenantCount = 2): Promise<Setup> {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const proxy = await openSilentProxy(own.url);
  const db = openDatabase({ url: proxy.url, size: 2, preparedStatements: true, log: () => {} });
  onTestFinished(async () => {
    await db.close();
    await proxy.close();
    await own.drop();
  });
  const tenants: number[] = [];
  for (let i = 0; i < tenantCount; i += 1) tenants.push(await insertTenant(db, `Loja ${i}`, 'Basic'));
  const [clock, errors]: [{ ms: number }, unknown[]] = [{ ms: 0 }, []];
  const writer = new RefusedRequestWriter(
    db,
    () => clock.ms,
    (error) => errors.push(error),
  );
  return { db, proxy, writer, clock, errors, tenants };
}

/** Records requests of a tenant and returns how many of them were described, which is the costly part. */
function refuse({ writer }: Setup, tenantId: number, count: number): number {
  let described = 0;
  for (let i = 0; i < count; i += 1)
    writer.record(tenantId, 'not_found', () => {
      described += 1;
      return refusedRequest(tenantId);
    });
  return described;
}

const rowsOf = async ({ db }: Setup, tenantId: number): Promise<number> =>
  (await listRefusedRequests(db, tenantId, {}, 100_000)).length;
const countsOf = ({ db }: Setup, tenantId: number) => countRefusedRequests(db, tenantId, LONG_AGO);

it('writes what it collected, at the time when it was refused', async () => {
  const setup = await setUp();
  const { db, writer, clock, tenants } = setup;
  const [tenantId] = tenants as [number];
  const old = refusedRequest(tenantId);
  writer.record(tenantId, old.code, () => old);
  clock.ms += 60_000;
  refuse(setup, tenantId, 2);
  expect(await rowsOf(setup, tenantId)).toBe(0);
  await writer.flush();
  const rows = await listRefusedRequests(db, tenantId, {}, 10);
  const { tenantId: _, ...expected } = old;
  expect(rows.at(-1)).toMatchObject(expected);
  expect(Date.parse(rows[0]!.at) - Date.parse(rows[2]!.at)).toBe(60_000);
  expect(writer.waiting).toBe(0);
});

it('writes by itself when a batch is full', async () => {
  const setup = await setUp();
  const [one, two] = setup.tenants as [number, number];
  refuse(setup, one, BATCH_ROWS - 1);
  expect(await rowsOf(setup, one)).toBe(0);
  refuse(setup, two, 1);
  await expect.poll(() => setup.writer.waiting).toBe(0);
  expect([await rowsOf(setup, one), await rowsOf(setup, two)]).toEqual([BATCH_ROWS - 1, 1]);
});

it('keeps a burst of a flood, counts the rest, and keeps all of the other tenant', async () => {
  const setup = await setUp();
  const [flooding, other] = setup.tenants as [number, number];
  expect(refuse(setup, flooding, 100_000)).toBe(BURST);
  refuse(setup, other, 20);
  await setup.writer.flush();
  expect(await countsOf(setup, flooding)).toEqual([
    { code: 'not_found', kept: BURST, dropped: 100_000 - BURST },
  ]);
  expect(await countsOf(setup, other)).toEqual([{ code: 'not_found', kept: 20, dropped: 0 }]);
  refuse(setup, flooding, 3);
  await setup.writer.flush();
  expect(await countsOf(setup, flooding)).toMatchObject([{ kept: BURST, dropped: 100_003 - BURST }]);
});

it('bounds its memory while the database is away, and catches up when it is back', async () => {
  const setup = await setUp(MAX_WAITING / MAX_WAITING_PER_TENANT + 1);
  const { proxy, writer, clock, errors, tenants } = setup;
  const [first] = tenants as [number];
  await proxy.goAway();
  refuse(setup, first, 10_000);
  await expect(writer.flush()).rejects.toThrow();
  clock.ms += 24 * 3_600_000;
  refuse(setup, first, 10_000);
  expect(writer.waiting).toBe(MAX_WAITING_PER_TENANT);
  for (const tenantId of tenants) refuse(setup, tenantId, 10_000);
  expect(writer.waiting).toBe(MAX_WAITING);
  await expect(writer.flush()).rejects.toThrow();
  await proxy.comeBack();
  await writer.flush();
  expect(await countsOf(setup, first)).toEqual([{ code: 'not_found', kept: 500, dropped: 29_500 }]);
  expect(await countsOf(setup, tenants.at(-1)!)).toEqual([{ code: 'not_found', kept: 0, dropped: 10_000 }]);
  expect(writer.waiting).toBe(0);
  // One attempt when the first batch was full; afterwards only the calls of flush() above, not each request.
  expect(errors.length).toBeLessThanOrEqual(1);
});

it('does not record a batch twice whose outcome was lost', async () => {
  const setup = await setUp();
  const [tenantId] = setup.tenants as [number];
  const again = refusedRequest(tenantId);
  for (let i = 0; i < 2; i += 1) {
    setup.writer.record(tenantId, again.code, () => again);
    await setup.writer.flush();
  }
  expect(await countsOf(setup, tenantId)).toEqual([{ code: 'not_found', kept: 1, dropped: 0 }]);
});

it('gives up a batch that PostgreSQL refuses, and writes the next', async () => {
  const setup = await setUp();
  const [tenantId] = setup.tenants as [number];
  refuse(setup, 999_999, 1);
  await expect(setup.writer.flush()).rejects.toThrow(/foreign key/);
  refuse(setup, tenantId, 1);
  await setup.writer.flush();
  expect(await rowsOf(setup, tenantId)).toBe(1);
});
