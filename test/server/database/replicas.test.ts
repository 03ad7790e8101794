import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { Tradepost } from '@tradepost/sdk';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { assertSameDatabase } from '../../../server/db/connect/same-database.ts';
import { openDatabase } from '../../../server/db/pool/database.ts';
import type { Querier } from '../../../server/db/querier.ts';
import { Marks } from '../../../server/db/replicas/marks.ts';
import { Replicas, type ReplicasOptions } from '../../../server/db/replicas/replicas.ts';
import { readMark } from '../../../server/db/replicas/server-facts.ts';
import { type TimedPosition, type WalPosition, walPosition } from '../../../server/db/wal-position.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { COMMIT, useCommitCutter } from '../../support/commit-cutter.ts';
import { consistencyTokens } from '../../support/consistency-tokens.ts';
import { onServer } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { seriesOf, textOf } from '../../support/metrics.ts';
import { pgbouncerVersion, startPgBouncer } from '../../support/pgbouncer.ts';
import { hasPostgresPrograms } from '../../support/postgres-cluster.ts';
import { type PrimaryAndReplica, startPrimaryAndReplica } from '../../support/primary-and-standby.ts';
import { buyer, stocked } from '../../support/shop.ts';
import { openSilentProxy } from '../../support/silent-proxy.ts';
import { useTcpServer } from '../../support/stub-tcp-server.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
} from '../../support/test-environment.ts';

const PAIRS = 200;
const MAX_LAG_MS = 300;

describe.runIf(hasPostgresPrograms())('with a streaming replica', () => {
  let pair: PrimaryAndReplica;
  beforeAll(async () => {
    pair = await startPrimaryAndReplica();
    // A change that a read stands in the way of is applied at once, and ends the read.
    await onReplica('ALTER SYSTEM SET max_standby_streaming_delay = 0', 'SELECT pg_reload_conf()');
  });
  afterAll(() => pair.close());

  const onReplica = (...sql: string[]) =>
    onServer(pair.replica.url, async (client) => {
      for (const each of sql) await client.query(each);
    });
  const onPrimary = (sql: string) => onServer(pair.primary.url, (client) => client.query(sql));
  /** What is then replayed may end the statement that resumed it. */
  const resume = () =>
    onReplica('SELECT pg_wal_replay_resume()').catch((error: { code?: string }) => {
      if (error.code !== '40001') throw error;
    });
  const pause = async () => {
    await onReplica('SELECT pg_wal_replay_pause()');
    onTestFinished(() => resume().catch(() => {}));
    await onServer(pair.replica.url, async (client) => {
      const state = async () =>
        (await client.query('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0].state;
      await expect.poll(state, { interval: 5 }).toBe('paused');
    });
  };

  /** A process of the service. */
  async function serve(options: Partial<ReplicasOptions> = {}, url = pair.primary.url): Promise<Served> {
    const preparedStatements = undefined;
    const db = openDatabase({ url, size: 6, preparedStatements, log: () => {} });
    const log = pino({ level: 'silent' });
    const monotonicMs = () => performance.now();
    const replicas = new Replicas({
      ...{ url: pair.replica.url, size: 4, preparedStatements, log, primary: db, monotonicMs },
      ...{ tokens: consistencyTokens(), nowMs: Date.now },
      ...options,
    });
    const environment = await openTestEnvironment({
      database: { url, drop: async () => {} },
      env: { DATABASE_URL: url, METRICS_PORT: '0' },
      overrides: { db, replicas, monotonicMs },
    });
    onTestFinished(() => environment.close());
    const as: Served['as'] = (key) => (method, path, options) =>
      fetch(`${environment.baseUrl}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(options?.body !== undefined && { 'content-type': 'application/json' }),
          ...options?.headers,
        },
        ...(options?.body !== undefined && { body: JSON.stringify(options.body) }),
      });
    return { ...environment, replicas, as };
  }

  const isUsed = ({ replicas }: Served) => replicas.list[0]!.isUsable(performance.now());
  const untilUsed = (served: Served, used = true) =>
    expect
      .poll(() => served.replicas.tick().then(() => isUsed(served)), { interval: 10, timeout: 90_000 })
      .toBe(used);
  /** Until it has what the primary has now. */
  const untilReplayed = ({ replicas, tenantId }: Served & { tenantId: number }) =>
    expect
      .poll(() =>
        replicas.tick().then(() =>
          replicas.read(
            asOf(tenantId),
            async () => 'replica',
            async () => 'primary',
          ),
        ),
      )
      .toBe('replica');

  it('serves lists, exports and reports from the replica, and everything else from the primary', async () => {
    const served = await serve();
    const { tp, tenantId, request } = await served.tenant();
    const { id } = await tp.categories.create({ name: 'Cafés' });
    await untilReplayed({ ...served, tenantId });
    await pause();
    await onPrimary(`UPDATE categories SET name = 'Chás' WHERE id = ${id}`);
    const before = { ...served.replicas.served };
    expect((await tp.categories.list()).data[0]!.name).toBe('Cafés');
    expect((await tp.categories.list({ sort: '-updated_at' })).data[0]!.name).toBe('Cafés');
    for await (const row of tp.categories.export({ format: 'ndjson' })) expect(row.name).toBe('Cafés');
    const csv = await request('GET', '/exports/categories?format=csv');
    expect(await csv.text()).toContain('Cafés');
    const range = { start_date: '2026-01-01', end_date: '2026-01-02' };
    expect((await tp.reports.sales({ ...range, group_by: 'day' })).rows).toEqual([]);
    expect(served.replicas.served).toEqual({ ...before, replica: before.replica + 5 });
    expect((await tp.categories.get(id)).name).toBe('Chás');
    expect((await tp.events.list()).data).toEqual([]);
    expect(served.replicas.served).toEqual({ ...before, replica: before.replica + 5 });
    expect(seriesOf(await textOf(served.metricsAddress!), 'tradepost_replica_in_use')).toEqual([
      `{replica="127.0.0.1:${pair.replica.port}"} 1`,
    ]);
  });

  it('has no metrics of replicas in a process without the API, which reads no lists', async () => {
    const served = await serve();
    const service = await startService(served.context, ['worker']);
    onTestFinished(() => service.stop());
    const text = await textOf(service.metricsAddress!);
    expect(text).toContain('tradepost_database_up 1');
    expect(text).not.toMatch(/tradepost_replica|pool="replica/);
  });

  it('serves pages and exports of large rows from the replica', async () => {
    const served = await serve();
    const { key, tenantId } = await served.tenant();
    // Two of them fit on a page, and none on a page of an export.
    await onPrimary(
      `INSERT INTO categories (tenant_id, name, slug, position, metadata)
       SELECT ${tenantId}, 'C', 'c' || n, 0, jsonb_build_object('x', repeat('x', 1500000)) FROM generate_series(1, 5) n`,
    );
    await untilReplayed({ ...served, tenantId });
    const before = { ...served.replicas.served };
    const read = async (path: string) => (await served.as(key)('GET', path)).text();
    const counts: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, page } = JSON.parse(await read(`/categories?limit=200${cursor && `&cursor=${cursor}`}`));
      counts.push(data.length);
      cursor = page.next_cursor;
    }
    expect(counts).toEqual([2, 2, 1]);
    expect((await read('/exports/categories?format=ndjson')).trimEnd().split('\n')).toHaveLength(5);
    expect((await read('/exports/categories?format=csv')).trimEnd().split('\n')).toHaveLength(1 + 5);
    expect(served.replicas.served).toEqual({ ...before, replica: before.replica + 3 + 5 + 5 });
  });

  it(`shows a client its own writes by the token, ${PAIRS} of ${PAIRS} times through two processes`, async () => {
    await onReplica("ALTER SYSTEM SET recovery_min_apply_delay = '40ms'", 'SELECT pg_reload_conf()');
    onTestFinished(() => onReplica('ALTER SYSTEM RESET recovery_min_apply_delay', 'SELECT pg_reload_conf()'));
    const [written, read] = [await serve(), await serve()];
    const { key, tenantId } = await written.tenant();
    await untilReplayed({ ...read, tenantId });
    const tokens: string[] = [];
    // A balancer: writes go to one process and reads to the other one.
    const balanced: typeof fetch = (input, init) => {
      const isRead = init?.method === 'GET';
      if (isRead) tokens.push(new Headers(init.headers).get('consistency-token') ?? '');
      return fetch(isRead ? String(input).replace(written.baseUrl, read.baseUrl) : input, init);
    };
    const before = { ...read.replicas.served };
    const missed: string[] = [];
    const client = async (name: string): Promise<void> => {
      const tp = new Tradepost({ apiKey: key, baseUrl: written.baseUrl, fetch: balanced, maxRetries: 0 });
      for (let n = 0; n < PAIRS / 4; n += 1) {
        const { id } = await tp.categories.create({ name: `${name} ${n}` });
        const query = n % 2 === 0 ? { slug: `${name}-${n}` } : { sort: '-updated_at' as const, limit: 10 };
        const isListed = async () => (await tp.categories.list(query)).data.some((row) => row.id === id);
        // A list by time of change has it once the writes that began earlier have ended, on the primary too.
        if ('sort' in query) await expect.poll(isListed, { interval: 5 }).toBe(true);
        else if (!(await isListed())) missed.push(`${name} ${n}`);
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(client));
    expect(missed).toEqual([]);
    expect(new Set(tokens).size).toBeGreaterThan(PAIRS / 2);
    expect(read.replicas.served.primary).toBeGreaterThan(before.primary + PAIRS / 2);
    await pause();
    const { headers } = await written.as(key)('POST', '/categories', { body: { name: 'Último' } });
    const token = headers.get('consistency-token')!;
    const names = async (sent: Record<string, string>) =>
      (await (await read.as(key)('GET', '/categories?slug=ultimo', { headers: sent })).json()).data.length;
    expect(await names({})).toBe(0);
    expect(await names({ 'consistency-token': token })).toBe(1);
    await resume();
    const fromReplica = () => read.replicas.served.replica;
    await expect
      .poll(async () => {
        const known = fromReplica();
        await read.replicas.tick();
        return (await names({ 'consistency-token': token })) === 1 && fromReplica() > known;
      })
      .toBe(true);
  });

  it("reads a tenant's lists from the primary after a write, without a token, until the replica has it", async () => {
    const served = await serve();
    const [{ request, tenantId }, other] = [await served.tenant(), await served.tenant()];
    await untilReplayed({ ...served, tenantId });
    await pause();
    const named = async () => (await (await request('GET', '/categories')).json()).data.length;
    expect(await named()).toBe(0);
    await request('POST', '/categories', { body: { name: 'Cafés' } });
    expect(await named()).toBe(1);
    const before = { ...served.replicas.served };
    await other.request('GET', '/categories');
    expect(served.replicas.served).toEqual({ ...before, replica: before.replica + 1 });
    await resume();
    await untilReplayed({ ...served, tenantId });
    expect(await named()).toBe(1);
  });

  it('shows in a list by time of change only what the replica is sure to have, and skips nothing', async () => {
    const served = await serve();
    const { tp, tenantId } = await served.tenant();
    await untilReplayed({ ...served, tenantId });
    const open = new pg.Client({ connectionString: pair.primary.url, application_name: 'tradepost' });
    onTestFinished(() => open.end());
    await open.connect();
    const insert = (name: string) =>
      `INSERT INTO categories (tenant_id, name, slug, position, metadata) VALUES (${tenantId}, '${name}', '${name}', 0, '{}')`;
    await open.query(`BEGIN; ${insert('early')}`);
    await onPrimary(insert('late'));
    await untilReplayed({ ...served, tenantId });
    const names = async () => {
      const { data } = await tp.categories.list({
        updated_since: '2026-01-01T00:00:00.000Z',
        sort: 'updated_at',
      });
      return data.map(({ name }) => name);
    };
    expect(await names()).toEqual([]); // `late` alone would make a sync go on behind `early`
    await open.query('COMMIT');
    await expect.poll(() => served.replicas.tick().then(names)).toEqual(['early', 'late']);
    expect(served.replicas.served.primary).toBe(0);
  });

  it('takes a list by time of change to the primary if its write committed while the mark was being taken', async () => {
    const served = await serve();
    const { key, tenantId } = await served.tenant();
    let [token, writes] = ['', true];
    const write = async (): Promise<void> => {
      const { headers } = await served.as(key)('POST', '/categories', { body: { name: 'Cafés' } });
      token = headers.get('consistency-token')!;
      const position = consistencyTokens().open(token)!;
      const lsn = `${position.slice(8, 16)}/${position.slice(16)}`;
      await onServer(pair.replica.url, (client) =>
        expect
          .poll(
            async () =>
              (await client.query(`SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS has`)).rows[0].has,
          )
          .toBe(true),
      );
    };
    // Writes behind the watermark of each mark, and before its position.
    const query: Querier['query'] = async (statement, values) => {
      const rows = await served.context.db.query<never>(statement, values);
      if (writes && typeof statement !== 'string' && statement.name === 'low watermark') await write();
      return rows;
    };
    const replicas = new Replicas({
      ...{ url: pair.replica.url, size: 2, preparedStatements: undefined, primary: { query } },
      ...{ log: pino({ level: 'silent' }), monotonicMs: () => performance.now() },
      ...{ tokens: consistencyTokens(), nowMs: Date.now },
    });
    onTestFinished(() => replicas.close());
    const servedBy = (complete: boolean) =>
      replicas.read(
        { tenantId, token, complete },
        async () => 'replica',
        async () => 'primary',
      );
    await expect.poll(() => replicas.tick().then(() => servedBy(false))).toBe('replica');
    expect(await servedBy(true)).toBe('primary');
    writes = false;
    await expect.poll(() => replicas.tick().then(() => servedBy(true))).toBe('replica');
  });

  it('takes tokens that it does not understand or that are far ahead to the primary, and refuses what is no token', async () => {
    const served = await serve();
    const { request } = await served.tenant();
    await untilUsed(served);
    const list = (token: string) =>
      request('GET', '/categories', { headers: { 'consistency-token': token } });
    const tokenOf = (lsn: string) =>
      consistencyTokens().seal({ time: '0', position: walPosition({ timeline: '1', lsn }) });
    const inClear = `00000001${'0'.repeat(16)}`; // as tokens were before they were encrypted
    const forged = tokenOf('0/0').replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const token of [tokenOf('FFFFFFFF/0'), 'v2.a-later-version', inClear, forged]) {
      const { primary } = served.replicas.served;
      expect((await list(token)).status).toBe(200);
      expect(served.replicas.served.primary).toBe(primary + 1);
    }
    const { replica } = served.replicas.served;
    expect((await list(tokenOf('0/0'))).status).toBe(200);
    expect(served.replicas.served.replica).toBe(replica + 1);
    for (const token of ['a b', 'x'.repeat(65)]) {
      const refused = await list(token);
      expect([refused.status, (await refused.json()).errors[0].header]).toEqual([400, 'Consistency-Token']);
    }
  });

  it('sends a token with each answer to a write, also with one that is repeated', async () => {
    const served = await serve();
    const { request, tp } = await served.tenant();
    const create = () =>
      request('POST', '/categories', { body: { name: 'Cafés' }, headers: { 'idempotency-key': 'once' } });
    const [first, again] = [await create(), await create()];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const order = await request('POST', '/orders', {
      body: {
        customer_id: (await buyer(tp)).id,
        items: [{ product_id: (await stocked(tp, 5)).id, quantity: 1 }],
      },
    });
    expect([
      order.status,
      order.headers.get('consistency-token')! > again.headers.get('consistency-token')!,
    ]).toEqual([201, true]);
    const [one, two] = [first, again].map(({ headers }) => headers.get('consistency-token')!);
    expect(one).toMatch(/^[0-9a-f]{46}$/);
    expect(two! >= one!).toBe(true);
    const batch = () =>
      request('POST', '/categories/batch', { body: { items: [{ external_id: 'C1', name: 'Chás' }] } });
    const [changed, unchanged] = [await batch(), await batch()].map(({ headers }) =>
      headers.get('consistency-token'),
    );
    expect(unchanged! >= changed!).toBe(true);
    const refused = await request('POST', '/categories', { body: {} });
    expect([refused.status, refused.headers.has('consistency-token')]).toEqual([400, false]);
    expect((await request('GET', '/categories')).headers.has('consistency-token')).toBe(false);
  });

  it.each([
    ['the position', false],
    ['the beginning of the next timeline if it cannot be asked for again', true],
  ])(
    'acknowledges a write whose connection broke behind its commit, and gives %s',
    async (_token, isLost) => {
      const { url, cutAt } = await useCommitCutter(pair.primary.url);
      const served = await serve({}, url);
      const { request, key, tp, tenantId } = await served.tenant();
      await untilUsed(served);
      const behind = cutAt(COMMIT, 'behind');
      const again = isLost ? cutAt('wal position', 'reply') : behind;
      const headers = { 'idempotency-key': 'once' };
      const written = await request('POST', '/categories', { body: { name: 'Cafés' }, headers });
      const token = written.headers.get('consistency-token')!;
      const position = consistencyTokens().open(token)!;
      expect([behind.done(), again.done(), written.status, position.slice(0, 8)]).toEqual([
        ...[true, true, 201],
        isLost ? '00000002' : '00000001',
      ]);
      const other = await serve();
      await untilReplayed({ ...other, tenantId });
      const { primary } = other.replicas.served;
      const listed = await other.as(key)('GET', '/categories', { headers: { 'consistency-token': token } });
      expect((await listed.json()).data).toMatchObject([{ name: 'Cafés' }]);
      expect(other.replicas.served.primary - primary).toBe(isLost ? 1 : 0);
      expect((await tp.categories.list()).data).toHaveLength(1);
    },
  );

  it('tells the position behind a commit, also of a statement that is a transaction by itself or that fails', async () => {
    const db = openDatabase({ url: pair.primary.url, size: 1, preparedStatements: undefined, log: () => {} });
    onTestFinished(() => db.close());
    await onPrimary('CREATE TABLE written (name text)');
    const told: (WalPosition | undefined)[] = [];
    const onCommit = (position: TimedPosition | undefined) => void told.push(position?.position);
    const origin = { requestId: randomUUID(), onCommit };
    const insert = (name: string) => `INSERT INTO written VALUES ('${name}')`;
    await db.transaction((tx) => tx.query(insert('begun'), []), origin);
    await db.transaction((tx) => tx.final!.query(insert('alone'), []), origin);
    await expect(db.transaction((tx) => tx.final!.query('SELECT 1/0', []), origin)).rejects.toThrow(/zero/);
    await expect(db.transaction((tx) => tx.query('SELECT 1/0', []), origin)).rejects.toThrow(/zero/);
    await db.transaction((tx) => tx.reads!.query('SELECT 1', []), origin);
    expect(told).toEqual([...told].sort());
    expect(told).toHaveLength(2);
    const rows = await db.query('SELECT name FROM written ORDER BY name', []);
    expect(rows).toEqual([{ name: 'alone' }, { name: 'begun' }]);
  });

  it('uses the host of several that is a standby and answers, in whatever order, and never the primary', async () => {
    const port = (url: string): string => new URL(url).port;
    const away = String(await freePort());
    const [primary, replica] = [port(pair.primary.url), port(pair.replica.url)];
    const url = `postgres://postgres@127.0.0.1:${away},127.0.0.1:${primary},127.0.0.1:${replica}/postgres`;
    const served = await serve({ url });
    const { tp, tenantId } = await served.tenant();
    await tp.categories.create({ name: 'Cafés' });
    await untilReplayed({ ...served, tenantId });
    const used = served.replicas.list.map((each) => [each.place, each.isUsable(performance.now())]);
    expect(used).toEqual([
      [`127.0.0.1:${away}`, false],
      [`127.0.0.1:${primary}`, false],
      [`127.0.0.1:${replica}`, true],
    ]);
    const before = { ...served.replicas.served };
    expect((await tp.categories.list()).data).toHaveLength(1);
    expect(served.replicas.served).toEqual({ ...before, replica: before.replica + 1 });
  });

  it.runIf(pgbouncerVersion())(
    'reads from a replica behind PgBouncer with its default settings',
    async () => {
      // PgBouncer asks for a password, and PostgreSQL takes any.
      const bouncer = await startPgBouncer(Object.assign(new URL(pair.replica.url), { password: 'p' }).href);
      onTestFinished(() => bouncer.stop());
      const served = await serve({ url: bouncer.url });
      const { tp, tenantId, request } = await served.tenant();
      await tp.categories.create({ name: 'Cafés' });
      await untilReplayed({ ...served, tenantId });
      const before = { ...served.replicas.served };
      const lists = Array.from({ length: 20 }, () => tp.categories.list());
      for (const { data } of await Promise.all(lists)) expect(data).toHaveLength(1);
      const csv = await request('GET', '/exports/categories?format=csv');
      expect(await csv.text()).toContain('Cafés');
      const range = { start_date: '2026-01-01', end_date: '2026-01-02' };
      expect((await tp.reports.sales({ ...range, group_by: 'day' })).rows).toEqual([]);
      expect(served.replicas.served).toEqual({ ...before, replica: before.replica + 22 });
      expect(served.replicas.list[0]!.db.behindPooler()).toBe(true);
    },
  );

  it('keeps the time limits of the primary on the replica, and only reads there', async () => {
    const { replicas } = await serve();
    const { db } = replicas.list[0]!;
    expect(await db.query('SHOW statement_timeout', [])).toEqual([{ statement_timeout: '8s' }]);
    await expect(db.query('DELETE FROM tenants', [])).rejects.toMatchObject({ code: '25006' });
  });

  it('does not use a replica that lags, and uses it again when it has caught up', async () => {
    const served = await serve({ maxLagMs: MAX_LAG_MS });
    const { tp, tenantId } = await served.tenant();
    const { id } = await tp.categories.create({ name: 'Cafés' });
    await untilUsed(served);
    await pause();
    await onPrimary(`UPDATE categories SET name = 'Chás' WHERE id = ${id}`);
    await untilUsed(served, false);
    expect((await tp.categories.list()).data[0]!.name).toBe('Chás');
    expect(served.replicas.list[0]!.lagSeconds(performance.now())).toBeGreaterThan(MAX_LAG_MS / 1000);
    await resume();
    await untilReplayed({ ...served, tenantId });
    expect((await tp.categories.list()).data[0]!.name).toBe('Chás');
  });

  it('says that it waits for a replica after the start, and that it lags only when it does', async () => {
    await pause();
    await onPrimary('SELECT pg_logical_emit_message(true, $$test$$, $$a$$)');
    const reasons: string[] = [];
    const log = pino({}, { write: (line: string) => void reasons.push(JSON.parse(line).reason) });
    const [replica] = (await serve({ log, maxLagMs: MAX_LAG_MS })).replicas.list;
    const marks = new Marks();
    await onServer(pair.primary.url, async (client) => {
      const primary: Querier = {
        query: async (text, values) => (await client.query(text, [...values])).rows,
      };
      marks.add(await readMark(primary, 0));
    });
    await replica!.check(marks, () => MAX_LAG_MS);
    await resume();
    await expect
      .poll(() => replica!.check(marks, () => MAX_LAG_MS).then(() => replica!.isUsable(MAX_LAG_MS)))
      .toBe(true);
    await replica!.check(marks, () => MAX_LAG_MS + 1);
    expect(reasons).toEqual([
      "it hasn't replayed yet what the primary had at this process's start",
      undefined,
      'it lags by more than 0.3 s',
    ]);
  });

  it('uses only a standby of the same cluster and on the same timeline', async () => {
    const { replicas, context } = await serve();
    const [replica] = replicas.list;
    const mark = await readMark(context.db, performance.now());
    for (const other of [{ identity: '1/5' }, { timeline: '00000009' }]) {
      const marks = new Marks();
      marks.add({ ...mark, ...other });
      await replica!.check(marks, () => performance.now());
      expect(replica!.isUsable(performance.now())).toBe(false);
    }
    const itself = await serve({ url: pair.primary.url });
    await itself.replicas.tick();
    expect(isUsed(itself)).toBe(false);
  });

  it('repeats on the primary what a conflict with replay has ended on the replica', async () => {
    const served = await serve();
    const { tenantId } = await served.tenant();
    await untilUsed(served);
    const sleep = 'SELECT pg_sleep(30) FROM (SELECT count(*) FROM categories) AS locked';
    const read = served.replicas.read(
      asOf(tenantId),
      (replica) =>
        replica.read(
          tenantId,
          () => () => {},
          (db) => db.query(sleep, []).then(() => 'replica'),
        ),
      async () => 'primary',
    );
    await onServer(pair.replica.url, async (client) => {
      const running = async () =>
        (await client.query("SELECT 1 FROM pg_locks WHERE relation = 'categories'::regclass AND granted"))
          .rowCount;
      await expect.poll(running, { interval: 10 }).toBeGreaterThan(0);
    });
    await onPrimary('BEGIN; LOCK TABLE categories IN ACCESS EXCLUSIVE MODE; COMMIT');
    expect(await read).toBe('primary');
    expect(isUsed(served)).toBe(true);
  });

  it('reads from the primary within its time limit when the replica goes silent', async () => {
    const proxy = await openSilentProxy(pair.replica.url);
    const served = await serve({ url: proxy.url, checkLimitMs: 100 });
    await untilUsed(served);
    proxy.hang();
    const read = served.replicas.read(
      asOf(1),
      (replica) =>
        replica.read(
          1,
          () => () => {},
          (db) => db.query('SELECT 1', []).then(() => 'replica'),
        ),
      async () => 'primary',
    );
    await served.replicas.tick();
    expect(await read).toBe('primary');
    expect(isUsed(served)).toBe(false);
    await proxy.goAway(); // otherwise closing waits for the time-out of what was asked
  });

  it('goes on with the primary when the replica is killed, and uses it again', {
    timeout: 600_000,
  }, async () => {
    const served = await serve();
    const { request } = await served.tenant();
    await untilUsed(served);
    let reading = true;
    const answers: { status: number; ms: number }[] = [];
    const reader = async (): Promise<void> => {
      while (reading) {
        const startedAt = performance.now();
        const { status } = await request('GET', '/categories');
        answers.push({ status, ms: performance.now() - startedAt });
      }
    };
    const readers = Promise.all(Array.from({ length: 8 }, reader));
    await expect.poll(() => answers.length).toBeGreaterThan(20);
    await pair.replica.kill();
    await untilUsed(served, false);
    const after = answers.length;
    await expect.poll(() => answers.length).toBeGreaterThan(after + 20);
    await pair.restart();
    await untilUsed(served);
    const { replica } = served.replicas.served;
    await expect.poll(() => served.replicas.served.replica).toBeGreaterThan(replica);
    reading = false;
    await readers;
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5_000);
  });

  it('shares the tenants between two replicas, reads from the other one when one lags, and from the primary without any', async () => {
    const second = await pair.addReplica();
    onTestFinished(() => second.stop());
    const [one, two] = [pair.replica, second].map(({ port }) => `127.0.0.1:${port}`);
    const served = await serve({ url: `postgres://postgres@${one},${two}/postgres`, maxLagMs: 2_000 });
    const tenants = [await served.tenant(), await served.tenant()];
    for (const { tp } of tenants) await tp.categories.create({ name: 'Cafés' });
    const [even, odd] = tenants.map(({ tenantId }) => tenantId).sort((a, b) => (a % 2) - (b % 2));
    const placeOf = (tenantId: number) =>
      served.replicas.read(
        asOf(tenantId),
        async ({ place }) => place,
        async () => 'primary',
      );
    const untilReadFrom = async (...places: (string | undefined)[]) => {
      const read = () => served.replicas.tick().then(() => Promise.all([placeOf(even!), placeOf(odd!)]));
      await expect.poll(read, { interval: 10 }).toEqual(places);
      for (const { tp } of tenants) expect((await tp.categories.list()).data).toHaveLength(1);
    };
    await untilReadFrom(one, two);
    await pause();
    await onPrimary('UPDATE categories SET position = 1');
    await untilReadFrom(two, two);
    await second.kill();
    await untilReadFrom('primary', 'primary');
    await resume();
    await untilReadFrom(one, one);
  });

  it('takes hosts in any order for the same database, by the one that takes writes', async () => {
    const both = (...servers: { port: number }[]) =>
      `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres`;
    const served = { setting: 'DATABASE_URL', url: both(pair.primary, pair.replica) };
    await assertSameDatabase(served, {
      setting: 'DATABASE_DIRECT_URL',
      url: both(pair.replica, pair.primary),
    });
  });

  it('does not use a replica that was promoted', async () => {
    const served = await serve();
    const { request } = await served.tenant();
    await untilUsed(served);
    await onReplica('SELECT pg_promote()');
    await untilUsed(served, false);
    const { replica } = served.replicas.served;
    expect((await request('GET', '/categories')).status).toBe(200);
    expect(served.replicas.served.replica).toBe(replica);
  });

  it.each([
    ['everybody may ask for the cluster', 'postgres', 'GRANT'],
    ['the provider keeps the cluster back', 'limited', 'REVOKE'],
  ])('a promoted standby is another database than its former primary, where %s', async (_, user, right) => {
    for (const { url } of [pair.primary, pair.replica])
      await onServer(url, async (client) => {
        await client.query('DROP ROLE IF EXISTS limited');
        await client.query(
          `CREATE ROLE limited LOGIN; ${right} EXECUTE ON FUNCTION pg_control_system() ${right === 'GRANT' ? 'TO' : 'FROM'} PUBLIC`,
        );
      });
    const as = ({ url }: { url: string }) => url.replace('postgres@', `${user}@`);
    const served = { setting: 'DATABASE_URL', url: as(pair.primary) };
    await assertSameDatabase(served, {
      setting: 'DATABASE_DIRECT_URL',
      url: `${as(pair.primary)}?options=-c%20TimeZone%3DAsia/Tokyo`,
    });
    await expect(
      assertSameDatabase(served, { setting: 'DATABASE_DIRECT_URL', url: as(pair.replica) }),
    ).rejects.toThrow(
      new RegExp(
        `^DATABASE_DIRECT_URL and DATABASE_URL lead to two different databases: 127.0.0.1:${pair.replica.port}/postgres and 127.0.0.1:${pair.primary.port}/postgres are on servers that were started at different times \\(.*Z and .*Z\\), so one may be a copy or a former standby of the other\\. Both must be the same one, DATABASE_DIRECT_URL without a pooler\\.$`,
      ),
    );
  });

  it('looks once more before it refuses an address that moved to the other server between the two looks', async () => {
    const targets = [pair.replica, pair.primary, pair.primary];
    const port = await useTcpServer((socket) => {
      const upstream = net.connect(targets.shift()!.port, '127.0.0.1');
      socket.pipe(upstream).pipe(socket);
      upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
    });
    const direct = Object.assign(new URL(pair.primary.url), {
      hostname: '127.0.0.1',
      port: String(port),
    }).href;
    await assertSameDatabase(
      { setting: 'DATABASE_URL', url: pair.primary.url },
      { setting: 'DATABASE_DIRECT_URL', url: direct },
    );
    expect(targets).toHaveLength(1);
  });
});

interface Served extends TestEnvironment {
  readonly replicas: Replicas;
  /** Sends requests of another process's tenant. */
  as(key: string): TestTenant['request'];
}

const asOf = (tenantId: number) => ({ tenantId, token: undefined, complete: true });
