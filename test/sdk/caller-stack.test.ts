// The stack of an error names the program's line, through fetch, retries, pacing and pages.
import { ConfigurationError, ConnectionError, type Tradepost, type TradepostConfig } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const store = { read: () => undefined, write: () => {} };
const drain = async (rows: AsyncIterable<unknown>) => {
  for await (const _ of rows);
};
const item = { name: 'x', sku: 'x', price: 1 };

const WAYS: [how: string, (tp: Tradepost) => Promise<unknown>][] = [
  ['a call', async (tp) => await tp.products.get(1)],
  ['withResponse()', async (tp) => await tp.products.get(1).withResponse()],
  ['orders.getByExternalId()', async (tp) => await tp.orders.getByExternalId('A')],
  ['a page', async (tp) => await tp.products.list()],
  ['for await', (tp) => drain(tp.products.list())],
  ['pages()', (tp) => drain(tp.products.list().pages())],
  ['toArray()', async (tp) => await tp.products.list().toArray({ limit: 9 })],
  ['rows of an export', (tp) => drain(tp.orders.export({ format: 'ndjson' }))],
  ['rows of a CSV export', (tp) => drain(tp.orders.export({ format: 'csv' }))],
  ['the text of an export', async (tp) => await tp.orders.export({ format: 'csv' }).text()],
  ['batch()', async (tp) => await tp.products.batch([item])],
  ['batchAll()', (tp) => drain(tp.products.batchAll([item]))],
  ['follow()', (tp) => drain(tp.events.follow({ store }))],
];

const frames = (error: Error) =>
  error.stack!.split('\n').filter((line) => line.includes('caller-stack.test.ts'));

const client = (config: TradepostConfig, respond: Parameters<typeof startServer>[0]) =>
  startServer(respond).then((server) => server.client(config));

describe.each(WAYS)('the stack of %s', (_how, run) => {
  it.each<TradepostConfig>([
    {},
    { pace: true, maxRetries: 2, retryTiming: { minTimeout: 1, maxTimeout: 1 } },
  ])('has the program with %j', async (config) => {
    const tp = await client(config, (response) => json(response, 404, { code: 'not_found', detail: 'x' }));
    expect(frames(await failureOf(run(tp))).length).toBeGreaterThan(0);
  });

  it('has it after retries', async () => {
    const tp = await client({ maxRetries: 2, retryTiming: { minTimeout: 1, maxTimeout: 1 } }, (response) =>
      json(response, 400, { code: 'invalid_request' }),
    );
    expect(frames(await failureOf(run(tp))).length).toBeGreaterThan(0);
  });
});

it.each(WAYS.filter(([how]) => !how.startsWith('follow')))(
  'the stack of %s has it when the body breaks off',
  async (how, run) => {
    const type = how.includes('export') ? 'application/x-ndjson' : 'application/json';
    const tp = await client({}, (response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': '100' });
      response.write('{"id":1}\n', () => response.destroy());
    });
    const error = await failureOf<Error>(run(tp));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(frames(error).length).toBeGreaterThan(0);
  },
);

it('the stack of an export has it when the service falls silent', async () => {
  const tp = await client({ timeoutMs: 50 }, (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"id":1}\n');
  });
  const error = await failureOf<ConnectionError>(drain(tp.orders.export({ format: 'ndjson' })));
  expect(error).toMatchObject({ name: 'ConnectionError', timedOut: true });
  expect(frames(error).length).toBeGreaterThan(0);
});

it('a wrong argument has the line too', async () => {
  const tp = await client({}, () => {});
  for (const run of [
    () => drain(tp.products.list({ limit: Number.NaN })),
    () => drain(tp.products.batchAll([{ ...item, price: Number.NaN }])),
    () => tp.products.list().toArray({ limit: -1 }),
  ]) {
    const error = await failureOf<Error>(run());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(frames(error).length).toBeGreaterThan(0);
  }
});

it('an error does not change how long stacks are', () => {
  const before = Error.stackTraceLimit;
  new ConfigurationError('x');
  expect(Error.stackTraceLimit).toBe(before);
});

it('an error is created where Error is frozen', () => {
  const limit = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')!;
  Object.defineProperty(Error, 'stackTraceLimit', { ...limit, writable: false });
  try {
    expect(new ConfigurationError('x').message).toBe('x');
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', limit);
  }
  expect(Error.stackTraceLimit).toBe(limit.value);
});
