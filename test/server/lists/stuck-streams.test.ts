import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Response } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEACTIVATION_WAIT_MS } from '../../../server/accounts/api-keys/api-key-cache.ts';
import { PART_BYTES } from '../../../server/api/streaming/page-parts.ts';
import { type ListStream, streamList } from '../../../server/api/streaming/stream-list.ts';
import type { ByteString } from '../../../server/base/byte-string.ts';
import { EventLoopYield } from '../../../server/base/counters/event-loop-yield.ts';
import { JsonPage } from '../../../server/base/json.ts';
import type { TestEnvironment, TestTenant } from '../../support/test-environment.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

/** 2000 rows of 10 kB: far more than a connection's buffers hold, which is up to 6 MB on loopback. */
const ROWS = 2_000;
const ROW_BYTES = 10_000;

async function withLargeList(
  now: () => number,
): Promise<{ environment: TestEnvironment; tenant: TestTenant }> {
  const environment = await useTestEnvironment({ overrides: { monotonicMs: now } });
  const tenant = await environment.tenant();
  await environment.context.db.query(
    `INSERT INTO categories (tenant_id, name, slug, position, metadata)
     SELECT $1, 'C' || n, 'c' || n, 0, jsonb_build_object('x', repeat('x', ${ROW_BYTES})) FROM generate_series(1, ${ROWS}) n`,
    [tenant.tenantId],
  );
  return { environment, tenant };
}

/** Opens a stream whose client reads the headers and none of the body. */
function openStream({ baseUrl }: TestEnvironment, key: string, format = 'ndjson'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const url = `${baseUrl}/api/v1/exports/categories?format=${format}`;
    const request = http.get(url, { agent: false, headers }, resolve);
    request.once('error', reject);
    onTestFinished(() => void request.destroy());
  });
}

/** Reads to the end. Returns what arrived, and the error that ended it early. */
function readOn(response: IncomingMessage): Promise<{ lines: number; error: string | undefined }> {
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve) => {
    const settle = (error?: NodeJS.ErrnoException): void =>
      resolve({ lines: text.split('\n').length - 1, error: error?.code });
    response.once('end', () => settle()).once('error', settle);
  });
}

describe('an open export', () => {
  const ends: [what: string, sql: string][] = [
    ['is deactivated', 'UPDATE api_keys SET active = false WHERE id = $1'],
    ['expires', "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1"],
    ['loses the scope', "UPDATE api_keys SET scopes = '{products.read}' WHERE id = $1"],
    [
      'has a plan without the API',
      'UPDATE tenants SET api_enabled = false WHERE tenant_id = (SELECT tenant_id FROM api_keys WHERE id = $1)',
    ],
  ];

  it.each(ends)('is aborted when its key %s', async (_what, sql) => {
    let now = 0;
    const { environment, tenant } = await withLargeList(() => now);
    const response = await openStream(environment, tenant.key);
    await environment.context.db.query(sql, [tenant.keyId]);
    now += DEACTIVATION_WAIT_MS;
    const { lines, error } = await readOn(response);
    expect(error).toBe('ECONNRESET');
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThan(ROWS);
  });

  it('continues to the end with a key that stays valid', async () => {
    const { environment, tenant } = await withLargeList(() => 0);
    expect(await readOn(await openStream(environment, tenant.key))).toEqual({
      lines: ROWS,
      error: undefined,
    });
  });

  it('never looks complete when it is aborted, not even in HTTP/1.0 without chunks', async () => {
    let now = 0;
    const { environment, tenant } = await withLargeList(() => now);
    const { hostname, port } = new URL(environment.baseUrl);
    const client = net.connect(Number(port), hostname);
    client.write(
      `GET /api/v1/exports/categories?format=csv HTTP/1.0\r\nAuthorization: Bearer ${tenant.key}\r\n\r\n`,
    );
    await new Promise((resolve) => client.once('readable', resolve));
    await environment.context.db.query('UPDATE api_keys SET active = false WHERE id = $1', [tenant.keyId]);
    now += DEACTIVATION_WAIT_MS;
    const ended = new Promise<string | undefined>((resolve) => {
      client.once('end', () => resolve('looks whole'));
      client.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    client.resume();
    expect(await ended).toBe('ECONNRESET');
  });
});

describe('the exports of one tenant', () => {
  it('are limited to three at the same time per process; a fourth is served once one has ended', async () => {
    const { environment, tenant } = await withLargeList(() => 0);
    const other = await environment.tenant();
    const open = [
      await openStream(environment, tenant.key),
      await openStream(environment, tenant.key, 'csv'),
      await openStream(environment, tenant.key),
    ];
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const fourth = await tenant.request('GET', '/exports/products?format=csv');
    expect([fourth.status, fourth.headers.get('Retry-After')]).toEqual([429, '5']);
    expect(await fourth.json()).toMatchObject({ code: 'too_many_concurrent_requests' });
    expect((await tenant.request('GET', '/products')).status).toBe(200);
    expect((await other.request('GET', '/exports/products?format=csv')).status).toBe(200);
    open[0]!.destroy();
    await expect
      .poll(async () => (await tenant.request('GET', '/exports/products?format=csv')).status)
      .toBe(200);
  });
});

const row = (bytes: number): ByteString => JSON.stringify({ id: 1, name: 'x'.repeat(bytes) }) as ByteString;

interface Stream {
  readonly client: net.Socket;
  /** Pages read so far. */
  readonly pages: () => number;
  /** What the process still holds for the client. */
  readonly unsent: () => number;
  readonly outcome: Promise<unknown>;
}

/** Streams an endless list to one client. */
async function streamTo(
  rows: readonly ByteString[],
  options: Pick<ListStream, 'stalledMs' | 'turns'> & { readonly onWrite?: () => void },
): Promise<Stream> {
  let pages = 0;
  let connection: net.Socket | undefined;
  const readPage = async () => {
    pages += 1;
    return new JsonPage(rows, 'next');
  };
  const stream: ListStream = {
    ...{ exported: 'exportCategories', form: { format: 'ndjson', dialect: 'rfc4180' } },
    fileName: 'categories.ndjson',
    ...{ readPage, ...options },
  };
  let settled: (outcome: unknown) => void;
  const outcome = new Promise<unknown>((resolve) => {
    settled = resolve;
  });
  const server = http.createServer((_req, res) => {
    connection = res.socket!;
    const write = res.write.bind(res) as (text: string, encoding: BufferEncoding) => boolean;
    res.write = ((text: string, encoding: BufferEncoding) => {
      options.onWrite?.();
      return write(text, encoding);
    }) as typeof res.write;
    streamList(res as Response, stream).then(() => settled('ended'), settled);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { client, pages: () => pages, unsent: () => connection?.writableLength ?? 0, outcome };
}

describe('an export whose client has stopped reading', () => {
  // Eight full parts of six rows: the connection may fill up in any of them.
  const rows = Array.from({ length: 48 }, () => row(ROW_BYTES));
  const turns = new EventLoopYield();

  it('is aborted when the client reads nothing for the given time', async () => {
    const { client, outcome } = await streamTo(rows, { stalledMs: 50, turns });
    expect(await outcome).toMatchObject({ message: 'The client read nothing for 50 ms.' });
    const ended = new Promise((resolve) => client.once('close', resolve));
    client.resume();
    await ended;
  });

  it('holds one page, and at most one part of it in the connection', async () => {
    const held: number[] = [];
    let unsent = (): number => 0;
    const onWrite = (): void => void held.push(unsent());
    const stream = await streamTo(rows, { stalledMs: 60_000, turns, onWrite });
    unsent = stream.unsent;
    // What the operating system takes for the connection isn't in the process.
    await expect.poll(unsent, { timeout: 90_000 }).toBeGreaterThan(PART_BYTES / 2);
    const pages = stream.pages();
    expect(Math.max(...held, unsent())).toBeLessThan(PART_BYTES * 1.1);
    stream.client.resume();
    await expect.poll(stream.pages).toBeGreaterThan(pages);
  });

  it('continues as long as the client reads something within that time', async () => {
    const { client, pages, outcome } = await streamTo(rows, { stalledMs: 2_000, turns });
    client.resume();
    await expect.poll(pages, { timeout: 90_000 }).toBeGreaterThan(20);
    client.destroy();
    expect(await outcome).toMatchObject({ message: 'The client closed the connection.' });
  });
});

describe('exports of large rows', () => {
  it('format and write one row in a turn of the event loop, however many exports there are', async () => {
    let turn = 0;
    const countTurns = (): void => {
      turn += 1;
      counting = setImmediate(countTurns);
    };
    let counting = setImmediate(countTurns);
    onTestFinished(() => clearImmediate(counting));
    const writes: number[] = [];
    const turns = new EventLoopYield();
    const large = Array.from({ length: 10 }, () => row(100_000));
    const options = { stalledMs: 2_000, turns, onWrite: () => void writes.push(turn) };
    const streams = await Promise.all([1, 2, 3].map(() => streamTo(large, options)));
    for (const { client } of streams) client.resume();
    await expect.poll(() => Math.min(...streams.map(({ pages }) => pages()))).toBeGreaterThan(5);
    expect(new Set(writes).size).toBe(writes.length);
  });
});
