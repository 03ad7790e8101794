import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../server/accounts/api-keys/scopes.ts';
import { seenOperations } from '../contract-check/checked-fetch.ts';
import { contract, methodsOf } from '../contract-check/contract.ts';
import { findRoute } from '../contract-check/find-route.ts';
import { type RequestSample, requestSamples } from '../contract-check/request-samples.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import type { TestTenant } from '../support/test-environment.ts';
import { asking } from './ask-sample.ts';
import { withUnknownFields } from './unknown-fields.ts';
import { pathValues, plantFor } from './walk-rows.ts';

const environment = sharedEnvironment();

interface Refusal {
  code: string;
  request_id: string;
  errors: { pointer?: string; parameter?: string; code: string }[];
}

const statusesOf = ({ method, path }: RequestSample): number[] =>
  Object.keys(findRoute(method, path).operation!.responses).map(Number);
const successesOf = (sample: RequestSample): number[] => statusesOf(sample).filter((status) => status < 300);

async function plantedTenant(sample: RequestSample): Promise<TestTenant> {
  const tenant = await environment().tenant();
  await plantFor(sample, environment(), tenant.tenantId);
  return tenant;
}

describe.each(requestSamples)('$operationId', (sample) => {
  const ask = asking(sample);
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await plantedTenant(sample);
  });

  it('refuses a request without a key', async () => {
    const response = await ask(tenant, { key: null });
    expect([response.status, ((await response.json()) as Refusal).code]).toEqual([401, 'api_key_missing']);
  });

  if (sample.scopes.length > 0)
    it('refuses a key that has every scope except the required ones', async () => {
      const { key } = await tenant.addKey(SCOPES.filter((scope) => !sample.scopes.includes(scope)));
      const response = await ask(tenant, { key });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'insufficient_scope',
        required_scopes: sample.scopes,
      });
    });

  if (statusesOf(sample).includes(404))
    it("returns the same 404 for another tenant's ids as for unknown ones", async () => {
      const stranger = await environment().tenant();
      const unknown = Object.fromEntries(sample.pathParameters.map(({ name }) => [name, 2_000_000_000]));
      const responses = [await ask(stranger), await ask(stranger, { values: unknown })];
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
      const [foreign, missing] = await Promise.all(responses.map((response) => response.text()));
      const withoutId = (body: string) => body.replace((JSON.parse(body) as Refusal).request_id, '');
      expect(withoutId(foreign!)).toBe(withoutId(missing!));
    });

  it('refuses an unknown query parameter', async () => {
    const response = await ask(tenant, { query: 'no_such_parameter=1' });
    expect(response.status).toBe(400);
    expect(((await response.json()) as Refusal).errors).toMatchObject([
      { parameter: 'no_such_parameter', code: 'unknown_parameter' },
    ]);
  });

  // A batch and an import report each row's issues in that row's result.
  const isBatch = /\/(batch|import)$/.test(sample.path);
  const extended = sample.bodies
    .flatMap((body) => withUnknownFields(body))
    .filter(({ pointer }) => !isBatch || !pointer.startsWith('#/items/'));
  it.each(extended)('refuses a body with the unknown field $pointer', async ({ pointer, body }) => {
    const response = await ask(tenant, { body });
    expect(response.status).toBe(400);
    expect(((await response.json()) as Refusal).errors).toContainEqual(
      expect.objectContaining({ pointer, code: 'additional_properties' }),
    );
  });

  it.each(sample.hasBody ? sample.bodies : ['no body'])('succeeds with %j', async (body) => {
    const response = await ask(await plantedTenant(sample), sample.hasBody ? { body } : {});
    expect(successesOf(sample), await response.clone().text()).toContain(response.status);
  });
});

describe('the walk', () => {
  it.each(requestSamples)('saw $operationId succeed and return its errors', (sample) => {
    const seen = seenOperations().get(sample.operationId);
    expect(successesOf(sample).some((status) => seen?.has(status))).toBe(true);
    const due = [
      400,
      401,
      ...(sample.scopes.length > 0 ? [403] : []),
      ...(statusesOf(sample).includes(404) ? [404] : []),
    ];
    expect([...(seen ?? [])]).toEqual(expect.arrayContaining(due));
  });

  it('fails for a path parameter without an example row in the contract', () => {
    const pathParameters = [{ name: 'parcel_id', isInteger: true }];
    expect(() => pathValues({ ...requestSamples[0]!, pathParameters })).toThrow(
      'No row is known for {parcel_id}',
    );
  });

  it('finds only getMe and the feed, listed or exported, without a required scope', () => {
    const operations = Object.values(contract.paths).flatMap((item) =>
      methodsOf(item).map(({ operation }) => operation),
    );
    const exempt = operations.filter((operation) => 'x-no-scope-because' in operation);
    expect(exempt.map(({ operationId }) => operationId)).toEqual(['getMe', 'listEvents', 'exportEvents']);
    expect(
      requestSamples.filter(({ scopes }) => scopes.length === 0).map(({ operationId }) => operationId),
    ).toEqual(['getMe', 'listEvents', 'exportEvents']);
  });
});
