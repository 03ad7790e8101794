// Checked by `npm run typecheck`: a line marked @ts-expect-error that compiles is an error there.
import { expect, expectTypeOf, it } from 'vitest';
import { contractOperations, type OperationId, type Schemas } from '../../server/contract.ts';
import type { Handler, Handlers, JsonText } from '../../server/handler.ts';

const me: Schemas['Me'] = {
  tenant: { id: 1, name: 'Loja', plan: 'Pro', currency: 'BRL' },
  api_key: { prefix: 'tp_Qx3vB8aL', name: 'ERP', scopes: [], expires_at: null },
  rate_limit: { limit: 300, window_seconds: 60 },
};

it('lets a handler answer what its operation declares', () => {
  const right: Handler<'getMe'> = async (_call, reply) => reply(200, me);
  const stored: Handler<'getProduct'> = async (_call, reply) =>
    reply(200, '{}' as JsonText<Schemas['Product']>);
  const empty: Handler<'deleteProduct'> = async (_call, reply) => reply(204, undefined);
  expect([right, stored, empty]).toHaveLength(3);
});

it('does not compile an answer that its operation does not declare', () => {
  // @ts-expect-error 201 is not declared
  const status: Handler<'getMe'> = async (_call, reply) => reply(201, me);
  // @ts-expect-error a refusal is thrown, not answered
  const refusal: Handler<'getMe'> = async (_call, reply) => reply(404, me);
  const { tenant, api_key } = me;
  // @ts-expect-error a member is missing
  const missing: Handler<'getMe'> = async (_call, reply) => reply(200, { tenant, api_key });
  const surplus: Handler<'getMe'> = async (_call, reply) =>
    // @ts-expect-error a member at depth that the contract does not have
    reply(200, { ...me, rate_limit: { limit: 1, window_seconds: 60, burst: 5 } });
  // @ts-expect-error 204 has no body
  const body: Handler<'deleteProduct'> = async (_call, reply) => reply(204, me);
  // @ts-expect-error the text of another schema
  const other: Handler<'getProduct'> = async (_call, reply) => reply(200, '{}' as JsonText<Schemas['Order']>);
  // @ts-expect-error any text at all
  const text: Handler<'getProduct'> = async (_call, reply) => reply(200, 'product');
  expect([status, refusal, missing, surplus, body, other, text]).toHaveLength(7);
});

it('does not compile a set of handlers that misses an operation or has one too many', () => {
  type Others = Omit<Handlers, 'getMe'>;
  expectTypeOf<Others>().not.toExtend<Handlers>();
  const one = async (): Promise<never> => Promise.reject(new Error('not called'));
  // @ts-expect-error the contract has no such operation
  const tooMany: Partial<Handlers> = { getEverything: one };
  expect(tooMany).toBeDefined();
});

it('knows the parameters and the body of each operation', () => {
  type Call<K extends OperationId> = Parameters<Handler<K>>[0];
  expectTypeOf<Call<'getProduct'>['path']>().toEqualTypeOf<{ product_id: number }>();
  expectTypeOf<Call<'listProducts'>['query']['sku']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Call<'createOrder'>['body']['customer_id']>().toEqualTypeOf<number>();
  expectTypeOf<Call<'getProduct'>['body']>().toEqualTypeOf<undefined>();
});

it('leaves out what Tradepost itself posts', () => {
  expect(contractOperations.map(({ id }) => id)).not.toContain('orderCreated');
  // @ts-expect-error a webhook is not an operation
  const webhook: OperationId = 'orderCreated';
  expect(webhook).toBeDefined();
});
