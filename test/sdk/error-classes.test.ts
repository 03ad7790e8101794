import { readFileSync } from 'node:fs';
import * as sdk from '@tradepost/sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const bundle = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
const codes: string[] = JSON.parse(bundle).components.schemas.ProblemCode.enum;
const exported: Record<string, unknown> = { ...sdk };

const nameOf = (code: string) =>
  `${code
    .replace(/_error$/, '')
    .split('_')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')}Error`;

async function errorWith(code: unknown, status = 409) {
  const problem = {
    code,
    detail: 'x',
    request_id: 'r-1',
    errors: [{ pointer: '#/items/0', code, detail: 'y' }],
  };
  const { client } = await startServer((response) => json(response, status, problem));
  return failureOf(client().me());
}

describe('API errors', () => {
  it.each(codes)('have a class for the code %s', async (code) => {
    const type = exported[nameOf(code)] as typeof sdk.ApiError;
    const error = await errorWith(code);
    expect(error).toBeInstanceOf(type);
    expect(error).toBeInstanceOf(sdk.ApiError);
    expect(error).toBeInstanceOf(sdk.TradepostError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: nameOf(code), code, requestId: 'r-1' });
    expect(error.constructor.name).toBe(nameOf(code));
    expect(error.stack).toMatch(new RegExp(`^${nameOf(code)}: GET `));
  });

  it('have no class for a code that the contract lacks', () => {
    const named = Object.keys(sdk).filter((name) => name.endsWith('Error'));
    const general = ['ApiError', 'ConfigurationError', 'ConnectionError', 'TradepostError'];
    expect(named.sort()).toEqual([...codes.map(nameOf), ...general].sort());
  });

  it.each(['coupon_expired', '', 7, null, undefined, 'constructor', '__proto__'])(
    'have the base class for the unknown code %j',
    async (code) => {
      const error = await errorWith(code);
      expect(error.constructor).toBe(sdk.ApiError);
      expect(error.name).toBe('ApiError');
      expect(error.code).toBe(typeof code === 'string' && code ? code : undefined);
    },
  );

  it('are narrowed by instanceof', async () => {
    const error: unknown = await errorWith('insufficient_stock');
    if (!(error instanceof sdk.InsufficientStockError)) return expect.unreachable();
    expectTypeOf(error.code).toEqualTypeOf<'insufficient_stock'>();
    expectTypeOf(error).toEqualTypeOf<sdk.InsufficientStockError>();
    expect(error.errors[0]?.pointer).toBe('#/items/0');
    expect(error).not.toBeInstanceOf(sdk.StaleStockError);
  });

  it('can be constructed by tests of a program that handles them', () => {
    const response = new Response(null, { status: 409 });
    const body = { code: 'insufficient_stock', detail: 'x' };
    const failed = { method: 'POST', url: 'http://localhost/', attempts: 1, response, body, nowMs: 0 };
    expect(new sdk.InsufficientStockError(failed)).toMatchObject({ code: 'insufficient_stock', status: 409 });
  });
});
