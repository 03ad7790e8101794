import type { ConnectionError, Export } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const csv = { format: 'csv' } as const;

describe('an export', () => {
  it('may take longer than timeoutMs once its rows have begun', async () => {
    let end = (): void => {};
    const { client } = await startServer((response, { url }) => {
      if (url === '/api/v1/me') return; // never answered
      response.writeHead(200, { 'content-type': 'text/csv' }).write('id\r\n');
      end = () => response.end('1\r\n');
    });
    const tp = client({ timeoutMs: 200 });
    const rows = await tp.orders.export(csv);
    expect(await failureOf<ConnectionError>(tp.me())).toMatchObject({ timedOut: true });
    end();
    expect(await new Response(rows).text()).toBe('id\r\n1\r\n');
  });

  it('is retried until its rows begin', async () => {
    const { client, requests } = await startServer((response) =>
      requests.length === 1
        ? json(response, 503, {})
        : response.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\n'),
    );
    const rows = await client({ maxRetries: 1, retryTiming: { minTimeout: 1 } }).orders.export(csv);
    expect([await new Response(rows).text(), requests.length]).toEqual(['id\r\n', 2]);
  });

  it('throws while it is read if the connection breaks', async () => {
    const { client } = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('id\r\n', () => response.destroy());
    });
    const rows = await client().orders.export(csv);
    await expect(new Response(rows).text()).rejects.toThrow();
  });

  it('ends when the signal of the call aborts, also while it is read', async () => {
    const { client } = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('id\r\n');
    });
    const stop = new AbortController();
    const rows = await client().orders.export(csv, { signal: stop.signal });
    const reading = failureOf(new Response(rows).text());
    stop.abort(new Error('enough'));
    expect(await reading).toMatchObject({ message: 'enough' });
  });

  it('throws the error of a refused request', async () => {
    const { client } = await startServer((response) => json(response, 403, { code: 'insufficient_scope' }));
    expect(await failureOf(client().orders.export(csv))).toMatchObject({ code: 'insufficient_scope' });
  });
});

describe('an export over a fetch that ignores its signal', () => {
  const silent = async () => {
    const { client } = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('id\r\n1\r\n');
    });
    return client({ timeoutMs: 200, fetch: (url, { signal: _, ...init }) => fetch(url, init) });
  };
  const drain = async (rows: AsyncIterable<unknown>) => {
    for await (const _ of rows);
  };
  const ways: [how: string, read: (rows: Export<unknown>) => Promise<unknown>][] = [
    ['rows', drain],
    ['text()', (rows) => rows.text()],
    ['bytes', async (rows) => new Response(await rows).text()],
    ['bytes in a pipe', async (rows) => (await rows).pipeTo(new WritableStream())],
  ];

  it.each(ways)('ends after timeoutMs without a byte: %s', async (_how, read) => {
    const tp = await silent();
    expect(await failureOf(read(tp.orders.export(csv)))).toMatchObject({
      name: 'ConnectionError',
      timedOut: true,
      message: expect.stringContaining('no complete response within 200 ms'),
    });
  });

  it.each(ways)('ends when the signal aborts: %s', async (_how, read) => {
    const tp = await silent();
    const stop = new AbortController();
    const rows = tp.orders.export(csv, { signal: stop.signal, timeoutMs: 60_000 });
    await rows;
    const reading = failureOf(read(rows));
    stop.abort(new Error('enough'));
    expect(await reading).toMatchObject({ message: 'enough' });
  });
});
