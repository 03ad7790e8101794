import { describe, expect, it } from 'vitest';
import {
  countRefusedRequests,
  findRefusedRequest,
  type LoggedRefusal,
  listRefusedRequests,
  type RefusalFilter,
} from '../../../server/accounts/request-log/store.ts';
import type { ProblemCode } from '../../../server/base/problems/api-problem.ts';
import { logRefused, refusedRequest } from '../../support/refused-requests.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const MINUTE_MS = 60_000;
const CODES: readonly ProblemCode[] = ['invalid_request', 'not_found', 'version_mismatch'];

/** A tenant with 30 refusals, a minute apart, of three codes in turn and by two keys. Newest first. */
async function tenantWithRefusals() {
  const { context, tenant } = environment();
  const { tenantId, keyId } = await tenant();
  const requests = Array.from({ length: 30 }, (_, i) =>
    refusedRequest(tenantId, {
      code: CODES[i % 3]!,
      apiKeyId: i % 2 ? keyId : 999_999,
      keyPrefix: i % 2 ? 'tp_AAAAAAAA' : 'tp_BBBBBBBB',
    }),
  );
  for (const [i, request] of requests.entries())
    await logRefused(context.db, [request], { ageMs: i * MINUTE_MS });
  const list = (filter: RefusalFilter = {}, limit = 100) =>
    listRefusedRequests(context.db, tenantId, filter, limit);
  return { db: context.db, tenantId, requests, list };
}

const idsOf = (rows: readonly { readonly requestId: string }[]): string[] =>
  rows.map(({ requestId }) => requestId);

/** The ids of all pages. */
async function idsOfPages(
  list: (filter: RefusalFilter, limit: number) => Promise<LoggedRefusal[]>,
  filter: RefusalFilter,
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: RefusalFilter['after']; ; ) {
    const rows = await list({ ...filter, after }, 4);
    if (rows.length === 0) return ids;
    ids.push(...idsOf(rows));
    after = rows.at(-1)!;
  }
}

describe('the list', () => {
  it('has the newest first, over all pages', async () => {
    const { requests, list } = await tenantWithRefusals();
    expect(idsOf(await list())).toEqual(idsOf(requests));
    expect(await idsOfPages(list, {})).toEqual(idsOf(requests));
  });

  it('pages through rows of the same millisecond', async () => {
    const { db, tenantId, list } = await tenantWithRefusals();
    await logRefused(
      db,
      Array.from({ length: 10 }, () => refusedRequest(tenantId)),
    );
    const ids = await idsOfPages(list, {});
    expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  });

  it.each<[string, RefusalFilter, (request: { code: string; keyPrefix: string }) => boolean]>([
    ['one code', { codes: ['not_found'] }, ({ code }) => code === 'not_found'],
    ['several codes', { codes: ['not_found', 'version_mismatch'] }, ({ code }) => code !== 'invalid_request'],
    ['no code', { codes: [] }, () => false],
    ['a key', { keyPrefix: 'tp_AAAAAAAA' }, ({ keyPrefix }) => keyPrefix === 'tp_AAAAAAAA'],
    [
      'a key and a code',
      { keyPrefix: 'tp_AAAAAAAA', codes: ['not_found'] },
      ({ keyPrefix, code }) => keyPrefix === 'tp_AAAAAAAA' && code === 'not_found',
    ],
  ])('is filtered by %s', async (_name, filter, matches) => {
    const { requests, list } = await tenantWithRefusals();
    const expected = idsOf(requests.filter(matches));
    expect(idsOf(await list(filter))).toEqual(expected);
    expect(await idsOfPages(list, filter)).toEqual(expected);
  });

  it('is filtered by time', async () => {
    const { requests, list } = await tenantWithRefusals();
    const since = new Date(Date.now() - 9.5 * MINUTE_MS).toISOString();
    expect(idsOf(await list({ since }))).toEqual(idsOf(requests.slice(0, 10)));
    expect(idsOf(await list({ since, codes: ['not_found'] }))).toHaveLength(3);
  });

  it("has the key's present name, and none if the key is gone", async () => {
    const { list } = await tenantWithRefusals();
    const [deleted, known] = await list();
    expect([deleted!.keyName, known!.keyName]).toEqual([null, 'test']);
  });
});

it("finds a request by its id, and not another tenant's", async () => {
  const { db, tenantId, requests } = await tenantWithRefusals();
  const { tenantId: stranger } = await environment().tenant();
  const { requestId } = requests[3]!;
  const { tenantId: _, ...expected } = requests[3]!;
  expect(await findRefusedRequest(db, tenantId, requestId)).toMatchObject(expected);
  expect(await findRefusedRequest(db, stranger, requestId)).toBeUndefined();
  expect(await listRefusedRequests(db, stranger, {}, 10)).toEqual([]);
  expect(await countRefusedRequests(db, stranger, '2000-01-01T00:00:00Z')).toEqual([]);
});

it('the same request id of two tenants is two requests', async () => {
  const { context, tenant } = environment();
  const [{ tenantId: one }, { tenantId: two }] = [await tenant(), await tenant()];
  const request = refusedRequest(one);
  await logRefused(context.db, [request, { ...request, tenantId: two, path: '/api/v1/me' }]);
  expect((await findRefusedRequest(context.db, one, request.requestId))!.path).toBe('/api/v1/products/7');
  expect((await findRefusedRequest(context.db, two, request.requestId))!.path).toBe('/api/v1/me');
});

it('counts by code, with those of which there is no row', async () => {
  const { context, tenant } = environment();
  const { tenantId } = await tenant();
  await logRefused(context.db, [refusedRequest(tenantId)], {
    ageMs: 120 * MINUTE_MS,
    dropped: [{ tenantId, code: 'rate_limit_exceeded', count: 12_345 }],
  });
  await logRefused(context.db, [refusedRequest(tenantId)]);
  const since = (hours: number) => new Date(Date.now() - hours * 60 * MINUTE_MS).toISOString();
  expect(await countRefusedRequests(context.db, tenantId, since(24))).toEqual([
    { code: 'not_found', kept: 2, dropped: 0 },
    { code: 'rate_limit_exceeded', kept: 0, dropped: 12_345 },
  ]);
  expect(await countRefusedRequests(context.db, tenantId, since(1))).toMatchObject([
    { kept: 1 },
    { kept: 0 },
  ]);
});
