// What JavaScript lets a program pass, and what the types don't: refused by name, before anything is sent.
import type { Tradepost } from '@tradepost/sdk';
import { memoryStore } from '@tradepost/sdk/webhooks/memory';
import { postgresStore } from '@tradepost/sdk/webhooks/postgres';
import { redisStore } from '@tradepost/sdk/webhooks/redis';
import { describe, expect, it } from 'vitest';
import { contract, methodsOf, resolve } from '../contract-check/contract.ts';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const store = { read: () => undefined, write: () => {} };
const wrong = [null, undefined, 'abc', 5, true, {}, { items: [] }, new Date(0), () => {}];

const refusals: [how: string, (tp: Tradepost, given: never) => PromiseLike<unknown>][] = [
  ['importAll', (tp, given) => tp.orders.importAll(given).next()],
  ['batchAll', (tp, given) => tp.products.batchAll(given).next()],
  ['batch', (tp, given) => tp.products.batch(given)],
  ['follow', (tp, given) => tp.events.follow(given).next()],
  ['sync', (tp, given) => tp.sync(given)],
];
const withOptions: typeof refusals = [
  ['importAll', (tp, given) => tp.orders.importAll([], given).next()],
  ['batchAll', (tp, given) => tp.products.batchAll([], given).next()],
  ['follow', (tp, given) => tp.events.follow({ ...(given as object), store }).next()],
  ['sync', (tp, given) => tp.sync({ ...(given as object), lists: ['products'], store, apply() {} })],
  ['a list', (tp, given) => tp.products.list({}, given)],
  ['toArray', (tp, given) => tp.products.list().toArray({ limit: 1, ...(given as object) })],
  ['an export', (tp, given) => tp.products.export({ format: 'csv' }, given)],
  ['a call', (tp, given) => tp.products.get(1, given)],
];

async function refusedBy(run: (tp: Tradepost) => PromiseLike<unknown>): Promise<Error> {
  const { client, requests } = await startServer((response) => json(response, 200, {}));
  const error = await failureOf<Error>(run(client()));
  expect(requests).toEqual([]);
  expect(error.name).toBe('ConfigurationError');
  return error;
}

describe.each(refusals)('%s', (_how, run) => {
  it.each(wrong)('refuses %o', async (given) => {
    await refusedBy((tp) => run(tp, given as never));
  });
});

describe.each(withOptions)('%s', (_how, run) => {
  it.each(['timeout', 'idempotencykey', 'onPgae', 'ifMatch'])('refuses the option %s', async (name) => {
    const { message } = await refusedBy((tp) => run(tp, { [name]: 1 } as never));
    expect(message).toContain(`There is no option ${name}, only `);
  });
});

it.each([null, 'abc', 5, new Map(), () => {}])(
  '%o as the options of importAll and batchAll is refused',
  async (given) => {
    await refusedBy((tp) => tp.orders.importAll([], given as never).next());
    await refusedBy((tp) => tp.products.batchAll([], given as never).next());
  },
);

it('each batch and each import needs a key of its own', async () => {
  const options = { idempotencyKey: 'night' } as object;
  for (const run of [
    (tp: Tradepost) => tp.orders.importAll([], options).next(),
    (tp: Tradepost) => tp.stock.batchAll([], options).next(),
  ])
    expect((await refusedBy(run)).message).toContain('There is no option idempotencyKey');
});

describe('an option that the operation of the contract', () => {
  const values = { idempotencyKey: 'k1', ifMatch: 3, ifNoneMatch: 3, matchBy: 'sku' };
  const HEADERS: Record<string, string> = {
    'Idempotency-Key': 'idempotencyKey',
    'If-Match': 'ifMatch',
    'If-None-Match': 'ifNoneMatch',
  };
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    methodsOf(item).map(({ method, operation }) => {
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
        resolve(each),
      );
      const headers = parameters.flatMap(({ in: place, name }) =>
        place === 'header' ? (HEADERS[name] ?? []) : [],
      );
      return { operationId: operation.operationId, method: method.toLowerCase(), path, headers };
    }),
  );

  it.each(operations)('$operationId takes is sent, and any other is refused', async (operation) => {
    const { method, path, headers } = operation;
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    // As the generated methods call it.
    const products = client().products as unknown as {
      request(method: string, path: string, options: object, ids: number[]): Promise<unknown>;
    };
    const isRead = method === 'get' || /quote|validate/.test(path);
    const taken = [
      ...(isRead ? [] : headers),
      ...(/(products|customers)\/batch/.test(path) ? ['matchBy'] : []),
    ];
    for (const [name, value] of Object.entries(values)) {
      requests.length = 0;
      const call = products.request(method, path, { [name]: value }, [1, 2]).catch((error) => error);
      const { message = '' } = (await call) as Error;
      expect([name, requests.length, message.includes(`no option ${name},`)]).toEqual(
        taken.includes(name) ? [name, 1, false] : [name, 0, true],
      );
      requests.length = 0;
      await products.request(method, path, { [name]: undefined }, [1, 2]).catch(() => {});
      expect(requests.length).toBe(1);
    }
  });
});

describe('a store', () => {
  const redis = { eval: async () => 0 };
  it.each([
    ['memoryStore', (given: never) => memoryStore(given)],
    ['redisStore', (given: never) => redisStore(redis, given)],
    ['postgresStore', (given: never) => (postgresStore as (...given: object[]) => unknown)(redis, given)],
  ])('%s refuses options that it does not have', (name, open) => {
    for (const given of [null, 'x', 5, { ttl: 5 }, { keyPrefix: 'x' }, { table: 'x' }])
      expect(() => open(given as never)).toThrow(new RegExp(`^${name} `));
  });
});
