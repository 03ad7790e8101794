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
    const named = Object.keys(sdk).filter((name) => /^[A-Z]\w*Error$/.test(name));
    const general = [
      'ApiError',
      'ConfigurationError',
      'ConnectionError',
      'ImportStoppedError',
      'TradepostError',
    ];
    expect(named.sort()).toEqual([...codes.map(nameOf), ...general].sort());
  });

  it.each(['', 7, null, undefined, '__proto__', 'Not found', ['not_found'], { a: 1 }])(
    'have the base class for %j, which is no code',
    async (code) => {
      const error = await errorWith(code);
      expect(error.constructor).toBe(sdk.ApiError);
      expect(error.name).toBe('ApiError');
      expect(error.code).toBe(typeof code === 'string' && code ? code : undefined);
    },
  );

  it('have the name of a code that is newer than the package, as if it had the class', async () => {
    const error = await errorWith('coupon_expired');
    expect(error).toMatchObject({ name: 'CouponExpiredError', code: 'coupon_expired' });
    expect(error).toBeInstanceOf(sdk.ApiError);
    expect(error).not.toBeInstanceOf(sdk.CouponExhaustedError);
  });

  it('are told apart by isApiError', async () => {
    const error: unknown = await errorWith('insufficient_stock');
    expect(sdk.isApiError(error)).toBe(true);
    expect(sdk.isApiError(error, 'stale_stock')).toBe(false);
    for (const other of [new Error('x'), { name: 'ApiError', code: 'not_found' }, null, undefined, 'x'])
      expect(sdk.isApiError(other)).toBe(false);
    if (!sdk.isApiError(error, 'insufficient_stock')) return expect.unreachable();
    expectTypeOf(error.code).toEqualTypeOf<'insufficient_stock'>();
    if (sdk.isApiError(error)) expectTypeOf(error).toExtend<sdk.ApiError>();
  });

  it('of your own are compared as always', async () => {
    class Refused extends sdk.NotFoundError {}
    const failed = { method: 'GET', url: '/', attempts: 1, response: new Response(), body: {}, nowMs: 0 };
    expect(await errorWith('not_found')).not.toBeInstanceOf(Refused);
    expect(new Refused(failed)).toBeInstanceOf(Refused);
    expect(new Refused(failed)).toBeInstanceOf(sdk.NotFoundError);
    expect(new Refused(failed)).not.toBeInstanceOf(sdk.InUseError);
    for (const other of [new Error('x'), new DOMException('x'), null, 7, sdk.NotFoundError])
      expect(other instanceof sdk.TradepostError).toBe(false);
  });

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
