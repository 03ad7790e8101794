import { expect, it } from 'vitest';
import { BURST, PER_MINUTE, RefusalAllowance } from '../../../server/accounts/request-log/allowance.ts';

const MINUTE_MS = 60_000;

/** How many of 10 000 requests at one moment are kept. */
function takeMany(allowance: RefusalAllowance, tenantId: number, nowMs: number): number {
  let taken = 0;
  for (let i = 0; i < 10_000; i += 1) if (allowance.take(tenantId, 'not_found', nowMs)) taken += 1;
  return taken;
}

it('keeps a burst, and then a few each minute', () => {
  const allowance = new RefusalAllowance();
  expect(takeMany(allowance, 1, 0)).toBe(BURST);
  expect(takeMany(allowance, 1, MINUTE_MS)).toBe(PER_MINUTE);
  expect(takeMany(allowance, 1, MINUTE_MS + 1_000)).toBe(0);
  expect(takeMany(allowance, 1, MINUTE_MS + 2_000)).toBe(1);
  expect(takeMany(allowance, 1, 1_000 * MINUTE_MS)).toBe(BURST);
});

it('a flood of one problem uses up nothing of another tenant or another problem', () => {
  const allowance = new RefusalAllowance();
  takeMany(allowance, 1, 0);
  expect(allowance.take(1, 'not_found', 0)).toBe(false);
  expect(allowance.take(1, 'invalid_request', 0)).toBe(true);
  expect(allowance.take(2, 'not_found', 0)).toBe(true);
});

it('forgets tenants that have had no refusal for a while', () => {
  const allowance = new RefusalAllowance();
  for (let tenantId = 1; tenantId <= 1_000; tenantId += 1) allowance.take(tenantId, 'not_found', 0);
  allowance.take(7, 'not_found', 10 * MINUTE_MS);
  allowance.forgetUnused(10 * MINUTE_MS);
  expect(allowance.size).toBe(1_000);
  allowance.forgetUnused(20 * MINUTE_MS);
  expect(allowance.size).toBe(1);
});
