// What JSON, an address or a header can't have is refused before anything is sent: it would be lost without a word.
import { ConfigurationError, type PriceTableEntriesSet, type Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { API_KEY, json, startServer } from './recording-server.ts';

async function messageOf(call: (tp: Tradepost) => PromiseLike<unknown>): Promise<string> {
  const { client, requests } = await startServer((response) => json(response, 200, {}));
  const error = await failureOf<Error>(call(client({ maxRetries: 2 })));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(requests).toEqual([]);
  return error.message;
}

class Money {
  amount = 37.9;
}
class Amount {
  toJSON = () => null;
}
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
// biome-ignore lint/suspicious/noSparseArray: what this is about
const sparse = [1, , 3];

const LOST: [what: string, value: unknown][] = [
  ['is NaN', Number('37,90')],
  ['is Infinity', Infinity],
  ['is -Infinity', -Infinity],
  ['is Invalid Date', new Date('37/13/2026')],
  ['is a Map', new Map([['a', 1]])],
  ['is a Set', new Set([1])],
  ['is a WeakMap', new WeakMap()],
  ['is a Money', new Money()],
  ['is a Number', Object(Number.NaN)],
  ['is a Promise', Promise.resolve(37.9)],
  ['is a RegExp', /x/],
  ['is a Error', new Error('x')],
  ['is a Float64Array', new Float64Array(2)],
  ['is a Function', () => 37.9],
  ['is a Symbol', Symbol('x')],
  ['is a BigInt', 10n],
];

describe('a member of a body', () => {
  it.each(LOST)('that %s is refused with its path', async (what, value) => {
    const entries = [
      { product_id: 1, price: 1 },
      { product_id: 2, price: value },
    ] as PriceTableEntriesSet['entries'];
    expect(await messageOf((tp) => tp.priceTables.setEntries(12, { entries }))).toBe(
      `The body's entries[1].price ${what}, which JSON can't have. Nothing was sent.`,
    );
    expect(await messageOf((tp) => tp.customers.update(77, { price_table_id: value as number }))).toContain(
      `price_table_id ${what}`,
    );
  });

  it.each<[string, object]>([
    ['entries[1] is undefined', { entries: [{}, undefined] }],
    ['entries[1] is undefined', { entries: sparse }],
    ['entries[0] is a Function', { entries: [() => 1] }],
    ['body is a Map', new Map()],
    ['a.self is inside of itself', { a: cyclic }],
    ['list[0][0] is inside of itself', { list: ((list) => [list.push(list) && list])([] as unknown[]) }],
    ['price is [object Object]', { price: new Amount() }],
    ['metadata.a b is NaN', { metadata: { 'a b': Number.NaN } }],
    [
      "can't be written as JSON: no price",
      {
        toJSON: () => {
          throw new Error('no price');
        },
      },
    ],
  ])('%s', async (message, body) => {
    expect(await messageOf((tp) => tp.products.update(1, body))).toContain(message);
  });

  it('is refused in a batch, in batchAll and by openapi-fetch too', async () => {
    const item = { name: 'x', sku: 'x', price: Number.NaN };
    expect(await messageOf((tp) => tp.products.batch([item]))).toContain('items[0].price is NaN');
    expect(await messageOf((tp) => tp.products.batchAll([item]).next())).toContain('items[0].price is NaN');
    expect(await messageOf((tp) => tp.client.POST('/products', { body: item }))).toContain('price is NaN');
  });

  it('is sent as JSON has it, once, if JSON can have it', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const shared = { a: 1 };
    let reads = 0;
    const body = {
      text: 'ã',
      no: null,
      yes: true,
      zero: -0,
      absent: undefined,
      since: new Date(0),
      nobody: Object.create(null),
      list: [shared, shared, null],
      ...JSON.parse('{"__proto__":{"x":1}}'),
      url: new URL('http://a/'),
      get counted() {
        return ++reads;
      },
    };
    await client().products.update(1, body as object);
    expect(JSON.parse(requests[0]!.body)).toEqual(JSON.parse(JSON.stringify({ ...body, counted: 1 })));
    expect(requests[0]!.body).toContain('"counted":1');
  });

  it('of undefined is left out', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    await client().customers.update(77, { name: 'Maria', price_table_id: undefined });
    expect(requests[0]?.body).toBe('{"name":"Maria"}');
  });
});

describe('a parameter', () => {
  it.each<[string, (tp: Tradepost) => PromiseLike<unknown>]>([
    ['limit is NaN', (tp) => tp.products.list({ limit: Number.NaN })],
    ['limit is Infinity', (tp) => tp.products.list({ limit: Infinity })],
    ['updated_since is object', (tp) => tp.products.list({ updated_since: new Date(Number.NaN) as never })],
    ['customer_id is null', (tp) => tp.orders.list({ customer_id: null as never })],
    ['status is undefined', (tp) => tp.orders.list({ status: ['Pending', undefined as never] })],
    ['status is undefined', (tp) => tp.orders.list({ status: sparse as never })],
    ['sku is function', (tp) => tp.products.list({ sku: (() => 1) as never })],
    ['product_id is NaN', (tp) => tp.products.get(Number.NaN)],
    ['product_id is undefined', (tp) => tp.products.get(undefined as never)],
    ['external_id is null', (tp) => tp.products.upsert(null as never, {})],
    ['limit is NaN', (tp) => tp.orders.export({ format: 'csv', limit: Number.NaN } as never)],
    ...[new Map([['limit', 1]]), new URLSearchParams('limit=1'), [['limit', 1]], 'limit=1', 5].flatMap(
      (query): [string, (tp: Tradepost) => PromiseLike<unknown>][] => [
        ["query isn't a plain object", (tp) => tp.products.list(query as never)],
        ["query isn't a plain object", (tp) => tp.products.list(query as never).toArray({ limit: 1 })],
        ["query isn't a plain object", (tp) => tp.priceTables.entries(1, query as never)],
        ["query isn't a plain object", (tp) => tp.orders.export(query as never)],
        ["query isn't a plain object", (tp) => tp.reports.sales(query as never)],
        [
          "query isn't a plain object",
          (tp) => tp.client.GET('/products', { params: { query: query as never } }),
        ],
      ],
    ),
    ["query isn't a plain object", (tp) => tp.products.list(null as never)],
    ["query isn't a plain object", (tp) => tp.reports.sales(null as never)],
    ["query isn't a plain object", (tp) => tp.orders.export(null as never)],
    ['limit is NaN', (tp) => tp.client.GET('/products', { params: { query: { limit: Number.NaN } } })],
  ])('is refused: %s', async (message, call) => {
    expect(await messageOf(call)).toContain(message);
  });
});

describe('a header', () => {
  const create = (options: object) => (tp: Tradepost) =>
    tp.orders.create({ customer_id: 1, items: [] }, options);
  const upsert = (options: object) => (tp: Tradepost) => tp.products.upsert('A', {}, options);

  it.each<[string, object]>([
    ['ifMatch is NaN', { ifMatch: Number.NaN }],
    ['ifMatch is null', { ifMatch: null }],
    ['ifNoneMatch has a line break', { ifNoneMatch: '*\n' }],
  ])('of a precondition is refused: %s', async (message, options) => {
    expect(await messageOf(upsert(options))).toContain(message);
  });

  it.each<[string, object]>([
    ['idempotencyKey has a line break', { idempotencyKey: 'a\nb' }],
    ['idempotencyKey has a blank', { idempotencyKey: 'import SHOP 3002' }],
    ["idempotencyKey isn't valid", { idempotencyKey: 'import-nº' }],
    ["idempotencyKey isn't valid", { idempotencyKey: 'x'.repeat(256) }],
    ['idempotencyKey is empty', { idempotencyKey: '' }],
    ['idempotencyKey is object', { idempotencyKey: Promise.resolve('x') }],
    ['idempotencyKey is 5', { idempotencyKey: 5 }],
    ['idempotencyKey is null', { idempotencyKey: null }],
    ['x-a has a line break', { headers: { 'x-a': 'b\r\nx: y' } }],
    ['x-a is 1', { headers: { 'x-a': 1 } }],
    ['The name of a header has a blank', { headers: { 'x a': 'b' } }],
    ["headers isn't a plain object", { headers: new Headers({ 'x-a': 'b' }) }],
    ["headers isn't a plain object", { headers: [['x-a', 'b']] }],
    ["headers isn't a plain object", { headers: new Map([['x-a', 'b']]) }],
  ])('is refused: %s', async (message, options) => {
    expect(await messageOf(create(options))).toContain(message);
  });

  const strange = [
    '"*"',
    "'*'",
    '**',
    '* ',
    '3',
    '"0"',
    '""',
    '"abc"',
    '"3',
    '3"',
    'w/"3"',
    '"3" "4"',
    '*, "3"',
    'v3',
  ];

  it.each([...strange, '', 0, -1, 1.5, true, ['*'], {}])(
    'that compares with the version %j is refused',
    async (tag) => {
      for (const option of ['ifNoneMatch', 'ifMatch'])
        expect(
          await messageOf((tp) => tp.products.upsert('ERP-1', { price: 1 }, { [option]: tag })),
        ).toContain(option);
    },
  );

  it.each(['*', '"3"', '"3.2"', '"3-120/8"', '"3.2-120/8"', 'W/"3"', '"3", W/"4.2-1/0"'])(
    'that compares with %s is sent',
    async (tag) => {
      const { client, requests } = await startServer((response) => json(response, 200, {}));
      await client().products.upsert('ERP-1', { price: 1 }, { ifMatch: tag, ifNoneMatch: tag });
      expect(requests[0]?.headers).toMatchObject({ 'if-match': tag, 'if-none-match': tag });
    },
  );

  it('of undefined is left out', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    await client().products.get(1, { headers: { 'x-a': undefined, 'x-b': 'b' } });
    expect(requests[0]?.headers['x-a']).toBeUndefined();
    expect(requests[0]?.headers['x-b']).toBe('b');
    expect(JSON.stringify(requests)).toContain(API_KEY);
  });
});
