// `npm run typecheck` does the checking: a line marked @ts-expect-error must not compile.
import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import { contractOperations, type OperationId, type Schemas } from '../../server/base/contract.ts';
import { Cursors } from '../../server/base/cursors.ts';
import type { JsonText } from '../../server/base/json.ts';
import type { Transactional } from '../../server/db/pool/database.ts';
import type { Transaction } from '../../server/db/querier.ts';
import { categoryResource } from '../../server/trade/catalogue/categories/resource.ts';
import { categoryList } from '../../server/trade/catalogue/categories/store.ts';
import { priceTableResource } from '../../server/trade/pricing/price-tables/resource.ts';
import type {
  ApiRequest,
  ApiResponse,
  Handler,
  Handlers,
  ReplyWith,
} from '../../server/trade/resources/handler.ts';
import {
  batchHandler,
  createHandler,
  deleteHandler,
  getHandler,
  updateHandler,
  upsertHandler,
} from '../../server/trade/resources/handler-factories.ts';
import { listHandler } from '../../server/trade/resources/list-handler.ts';

const me: Schemas['Me'] = {
  tenant: { id: 1, name: 'Loja', plan: 'Pro', currency: 'BRL' },
  api_key: { prefix: 'tp_Qx3vB8aL', name: 'ERP', scopes: [], expires_at: null },
  rate_limit: { limit: 300, window_seconds: 60 },
  storage: { used_bytes: 0, limit_bytes: 50e9 },
  data_epoch: '1f0c9a52b7e4',
};

it('lets a handler return the responses that its operation declares', () => {
  const right: Handler<'getMe'> = async (_call, reply) => reply(200, me);
  const stored: Handler<'getProduct'> = async (_call, reply) =>
    reply(200, '{}' as JsonText<Schemas['Product']>);
  const empty: Handler<'deleteProduct'> = async (_call, reply) => reply(204, undefined);
  expect([right, stored, empty]).toHaveLength(3);
});

it('does not compile a response that the operation does not declare', () => {
  // @ts-expect-error 201 is not declared
  const status: Handler<'getMe'> = async (_call, reply) => reply(201, me);
  // @ts-expect-error an error is thrown, not returned
  const refusal: Handler<'getMe'> = async (_call, reply) => reply(404, me);
  const { tenant, api_key } = me;
  // @ts-expect-error a member is missing
  const missing: Handler<'getMe'> = async (_call, reply) => reply(200, { tenant, api_key });
  const surplus: Handler<'getMe'> = async (_call, reply) =>
    // @ts-expect-error an undeclared member in a nested object
    reply(200, { ...me, rate_limit: { limit: 1, window_seconds: 60, burst: 5 } });
  // @ts-expect-error 204 has no body
  const body: Handler<'deleteProduct'> = async (_call, reply) => reply(204, me);
  // @ts-expect-error the text of another schema
  const other: Handler<'getProduct'> = async (_call, reply) => reply(200, '{}' as JsonText<Schemas['Order']>);
  // @ts-expect-error any text at all
  const text: Handler<'getProduct'> = async (_call, reply) => reply(200, 'product');
  expect([status, refusal, missing, surplus, body, other, text]).toHaveLength(7);
});

it('does not compile a response that reply() did not create', () => {
  const teapot = { status: 418, headers: {}, body: 'not even JSON' };
  // @ts-expect-error any object that looks like a response
  const own: Handler<'getMe'> = async () => teapot;
  // @ts-expect-error the same with the status and the body that are declared
  const right: Handler<'getMe'> = async () => ({ status: 200, headers: {}, body: JSON.stringify(me) });
  const others: Handler<'getProduct'> = async (_call, reply) =>
    reply(200, '{}' as JsonText<Schemas['Product']>);
  const borrowed: Handler<'getMe'> = async (_call, _reply, db) =>
    // @ts-expect-error the response of another operation
    others({} as ApiRequest<'getProduct'>, other, db);
  const other = (() => teapot) as never;
  expect([own, right, borrowed]).toHaveLength(3);
});

it('does not compile a factory that returns responses its operations do not declare', () => {
  const factory = async <R extends ApiResponse>(
    _request: unknown,
    reply: ReplyWith<200, Schemas['Me'], R>,
  ) => {
    // @ts-expect-error a status that the factory does not require of its operations
    reply(201, me);
    // @ts-expect-error a body that it does not require of them
    return reply(200, {});
  };
  const handler: Handler<'getMe'> = factory;
  // @ts-expect-error the operation does not declare the factory's response
  const other: Handler<'getProduct'> = factory;
  // @ts-expect-error the factory created the response itself
  const own = async <R extends ApiResponse>(): Promise<R> => ({ status: 200, headers: {}, body: '{}' });
  expect([handler, other, own]).toHaveLength(3);
});

it('does not compile a handler of another resource', () => {
  const cursors = new Cursors(Buffer.alloc(32));
  const checkBody = async (_operation: OperationId, body: unknown): Promise<never> => body as never;
  const wrong: Partial<Handlers> = {
    // @ts-expect-error categories are not products
    listProducts: listHandler(categoryList, cursors),
    // @ts-expect-error categories are not products
    createProduct: createHandler(categoryResource),
    // @ts-expect-error categories are not products
    getProduct: getHandler(categoryResource),
    // @ts-expect-error categories are not products
    updateProduct: updateHandler(categoryResource),
    // @ts-expect-error categories are not products
    deleteProduct: deleteHandler(categoryResource),
    // @ts-expect-error price tables are not products
    upsertProduct: upsertHandler(priceTableResource, checkBody),
    // @ts-expect-error categories are not products
    batchProducts: batchHandler(categoryResource, checkBody),
  };
  expect(Object.keys(wrong)).toHaveLength(7);
});

it('gives a GET the pool and every other operation a transaction', () => {
  type DatabaseOf<K extends OperationId> = Parameters<Handler<K>>[2];
  expectTypeOf<DatabaseOf<'getProduct'>>().toEqualTypeOf<Transactional>();
  expectTypeOf<DatabaseOf<'quoteOrder'>>().toEqualTypeOf<Transaction>();
  const writes = async (_call: unknown, _reply: unknown, tx: Transaction): Promise<never> =>
    Promise.reject(tx);
  // @ts-expect-error a GET has no transaction
  const read: Handler<'getProduct'> = writes;
  expect(read).toBeDefined();
});

it('chooses the pool at run time for the same operations as the generated types do', () => {
  const types = readFileSync(new URL('../../generated/openapi.ts', import.meta.url), 'utf8');
  const [, block = ''] = types.split('export interface operationMethods {');
  const reads = [...block.matchAll(/(\w+): "get";/g)].map(([, id]) => id);
  expect(contractOperations.filter(({ isRead }) => isRead).map(({ id }) => id)).toEqual(reads);
  expect([...block.matchAll(/(\w+): "\w+";/g)]).toHaveLength(contractOperations.length);
});

it('does not compile handlers that lack an operation or include an unknown one', () => {
  type Others = Omit<Handlers, 'getMe'>;
  expectTypeOf<Others>().not.toExtend<Handlers>();
  const one = async (): Promise<never> => Promise.reject(new Error('not called'));
  // @ts-expect-error the contract has no such operation
  const tooMany: Partial<Handlers> = { getEverything: one };
  expect(tooMany).toBeDefined();
});

it('types the parameters and the body of each operation', () => {
  type Call<K extends OperationId> = Parameters<Handler<K>>[0];
  expectTypeOf<Call<'getProduct'>['path']>().toEqualTypeOf<{ product_id: number }>();
  expectTypeOf<Call<'listProducts'>['query']['sku']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Call<'addOrderPayment'>['body']['amount']>().toEqualTypeOf<number>();
  expectTypeOf<Call<'getProduct'>['body']>().toEqualTypeOf<undefined>();
});

it('does not list webhooks as operations', () => {
  expect(contractOperations.map(({ id }) => id)).not.toContain('orderCreated');
  // @ts-expect-error a webhook is not an operation
  const webhook: OperationId = 'orderCreated';
  expect(webhook).toBeDefined();
});
