import { expect, it } from 'vitest';
import {
  deleteOldRefusedRequests,
  MAX_KEPT_PER_CODE,
} from '../../../server/accounts/request-log/retention.ts';
import { countRefusedRequests, listRefusedRequests } from '../../../server/accounts/request-log/store.ts';
import type { ProblemCode } from '../../../server/base/problems/api-problem.ts';
import type { Context } from '../../../server/main/context.ts';
import { logRefused, refusedRequest } from '../../support/refused-requests.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const LONG_AGO = '2000-01-01T00:00:00Z';

const many = (tenantId: number, count: number, code: ProblemCode = 'not_found') =>
  Array.from({ length: count }, () => refusedRequest(tenantId, { code }));

const countsOf = ({ db }: Context, tenantId: number) => countRefusedRequests(db, tenantId, LONG_AGO);

it('deletes what is older than 7 days, in slices, and its counters', async () => {
  const { context, tenant } = await useTestEnvironment();
  const { db } = context;
  const [{ tenantId: one }, { tenantId: two }] = [await tenant(), await tenant()];
  await logRefused(db, many(one, 2_500), { ageMs: WEEK_MS + 2 * HOUR_MS });
  await logRefused(db, many(two, 3), { ageMs: WEEK_MS + 60_000 });
  await logRefused(db, many(one, 2), { ageMs: WEEK_MS - 60_000 });
  expect(await deleteOldRefusedRequests(db)).toBe(2_503);
  expect(await listRefusedRequests(db, one, {}, 10)).toHaveLength(2);
  expect(await listRefusedRequests(db, two, {}, 10)).toHaveLength(0);
  expect(await countsOf(context, one)).toEqual([{ code: 'not_found', kept: 2, dropped: 0 }]);
  expect(await deleteOldRefusedRequests(db)).toBe(0);
});

it('keeps the newest rows of each tenant and code, and counts those that it deletes', async () => {
  const { context, tenant } = await useTestEnvironment();
  const { db } = context;
  const [{ tenantId: flooding }, { tenantId: other }] = [await tenant(), await tenant()];
  const oldest = refusedRequest(flooding, { code: 'rate_limit_exceeded' });
  const rare = refusedRequest(flooding, { code: 'in_use' });
  await logRefused(db, [oldest, rare, refusedRequest(other)], { ageMs: 3 * HOUR_MS });
  await logRefused(db, many(flooding, MAX_KEPT_PER_CODE + 1_499, 'rate_limit_exceeded'));
  expect(await deleteOldRefusedRequests(db)).toBe(1_500);
  expect(await countsOf(context, flooding)).toEqual([
    { code: 'in_use', kept: 1, dropped: 0 },
    { code: 'rate_limit_exceeded', kept: MAX_KEPT_PER_CODE, dropped: 1_500 },
  ]);
  const left = await listRefusedRequests(db, flooding, { codes: ['rate_limit_exceeded'] }, 30_000);
  expect(left).toHaveLength(MAX_KEPT_PER_CODE);
  expect(left.map(({ requestId }) => requestId)).not.toContain(oldest.requestId);
  expect(await countsOf(context, other)).toEqual([{ code: 'not_found', kept: 1, dropped: 0 }]);
  expect(await deleteOldRefusedRequests(db)).toBe(0);
});

it('two processes can delete at the same time', async () => {
  const { context, tenant } = await useTestEnvironment();
  const { tenantId } = await tenant();
  await logRefused(context.db, many(tenantId, 5_000), { ageMs: WEEK_MS + HOUR_MS });
  const deleted = await Promise.all([1, 2].map(() => deleteOldRefusedRequests(context.db)));
  expect(deleted[0]! + deleted[1]!).toBe(5_000);
});
