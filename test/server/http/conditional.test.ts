import { describe, expect, it } from 'vitest';
import { responseTo } from '../../support/raw-socket.ts';
import { contentsOf } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

const resources = [
  ['products', { name: 'Café', sku: 'CAF', price: 1 }],
  ['categories', { name: 'Café' }],
  ['customers', { type: 'person', name: 'Café' }],
] as const;

/** The ETag with the version alone: no document revision, no part for stock. */
const versionTag = ({ headers }: Response): string | undefined =>
  headers.get('ETag')?.replace(/[.-][^"]*/, '');

/** A row that was changed once, so its version is 2. */
async function secondVersion({ request }: TestTenant, resource: string, body: object): Promise<string> {
  const created = await request('POST', `/${resource}`, { body });
  expect(versionTag(created)).toBe('"1"');
  const path = `/${resource}/${((await created.json()) as { id: number }).id}`;
  const changed = await request('PATCH', path, { body: { name: 'Chá' }, headers: { 'if-match': '"1"' } });
  expect([changed.status, versionTag(changed)]).toEqual([200, '"2"']);
  return path;
}

const matching = ['"2"', '*', ' * ', '"1", "2"', '"x","2" , "y"', '"2",', 'W/"1", "2"'];
const failing = ['"1"', 'W/"2"', '"22"', '"1", "3"', '"", "02"'];
const malformed = ['2', '"2', 'null', 'W/2', 'w/"2"', '"1" "2"', '"2", 3', '*, "2"', '"2\t"', ','];

it('says that a weak tag never matches', async () => {
  const tenant = await environment().tenant();
  const path = await secondVersion(tenant, 'categories', { name: 'Cafés' });
  const detail = async (tags: string): Promise<string> => {
    const refused = await tenant.request('DELETE', path, { headers: { 'if-match': tags } });
    return ((await refused.json()) as { detail: string }).detail;
  };
  expect(await detail('"1", W/"2"')).toMatch(
    /the current version is "2"\. A weak tag \(W\/"…"\) never matches\.$/,
  );
  expect(await detail('"1"')).toMatch(/the current version is "2"\.$/);
});

describe.each(resources)('a row of %s', (resource, body) => {
  it('has the same ETag when it is read as when it was written', async () => {
    const tenant = await environment().tenant();
    const read = await tenant.request('GET', await secondVersion(tenant, resource, body));
    expect(versionTag(read)).toBe('"2"');
    expect(((await read.json()) as { version: number }).version).toBe(2);
  });

  it.each(matching)('is changed and deleted when If-Match is %s', async (tags) => {
    const tenant = await environment().tenant();
    const path = await secondVersion(tenant, resource, body);
    const headers = { 'if-match': tags };
    const changed = await tenant.request('PATCH', path, { body: { name: 'Mate' }, headers });
    expect([changed.status, versionTag(changed)]).toEqual([200, '"3"']);
    const deleted = await tenant.request('DELETE', path, { headers: { 'if-match': tags.replace('2', '3') } });
    expect(deleted.status).toBe(204);
  });

  it.each(failing)('is not changed or deleted when If-Match is %s', async (tags) => {
    const tenant = await environment().tenant();
    const path = await secondVersion(tenant, resource, body);
    const before = await contentsOf(environment());
    for (const [method, change] of [
      ['PATCH', { name: 'Mate' }],
      ['PATCH', { name: 'Chá' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await tenant.request(method, path, { body: change, headers: { 'if-match': tags } });
      expect(refused.status).toBe(412);
      expect(await refused.json()).toMatchObject({
        code: 'version_mismatch',
        errors: [{ header: 'If-Match', code: 'version_mismatch' }],
      });
    }
    expect(await contentsOf(environment())).toEqual(before);
  });

  it.each(malformed)(
    'is not changed or deleted, and the response is 400, when If-Match is malformed: %s',
    async (tags) => {
      const tenant = await environment().tenant();
      const path = await secondVersion(tenant, resource, body);
      const before = await contentsOf(environment());
      for (const method of ['PATCH', 'DELETE']) {
        const change = method === 'PATCH' ? { name: 'Mate' } : undefined;
        const refused = await tenant.request(method, path, { body: change, headers: { 'if-match': tags } });
        expect([refused.status, await refused.json()]).toMatchObject([
          400,
          { code: 'invalid_request', errors: [{ header: 'If-Match', code: 'format' }] },
        ]);
      }
      expect(await contentsOf(environment())).toEqual(before);
    },
  );

  it('keeps its version when a PATCH changes nothing', async () => {
    const tenant = await environment().tenant();
    const path = await secondVersion(tenant, resource, body);
    const before = await contentsOf(environment());
    const same = await tenant.request('PATCH', path, {
      body: { name: 'Chá' },
      headers: { 'if-match': '"2"' },
    });
    expect([same.status, versionTag(same)]).toEqual([200, '"2"']);
    expect(await contentsOf(environment())).toEqual(before);
  });

  it('is changed by only one of three writers that read the same version', async () => {
    const tenant = await environment().tenant();
    const path = await secondVersion(tenant, resource, body);
    const write = (name: string) =>
      tenant.request('PATCH', path, { body: { name }, headers: { 'if-match': '"2"' } });
    const responses = await Promise.all(['Mate', 'Cacau', 'Guaraná'].map(write));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('is 404, not 412, once it is deleted', async () => {
    const tenant = await environment().tenant();
    const path = await secondVersion(tenant, resource, body);
    await tenant.request('DELETE', path);
    const headers = { 'if-match': '"3"' };
    expect((await tenant.request('PATCH', path, { body: { name: 'Mate' }, headers })).status).toBe(404);
    expect((await tenant.request('DELETE', path, { headers })).status).toBe(404);
  });
});

it('sees an If-Match header after two thousand others', async () => {
  const tenant = await environment().tenant();
  const path = await secondVersion(tenant, 'products', { name: 'Café', sku: 'CAF', price: 1 });
  const body = '{"price":2}';
  const head = [
    `PATCH /api/v1${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${tenant.key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...Array(2_000).fill('a:b'),
    'If-Match: "1"',
  ];
  const response = await responseTo(environment().baseUrl, `${head.join('\r\n')}\r\n\r\n${body}`);
  expect(response.status).toBe(412);
});
