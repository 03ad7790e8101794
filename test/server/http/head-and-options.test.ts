import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { streamList } from '../../../server/api/streaming/stream-list.ts';
import type { ByteString } from '../../../server/base/byte-string.ts';
import { contractOperations } from '../../../server/base/contract.ts';
import { EventLoopYield } from '../../../server/base/counters/event-loop-yield.ts';
import { JsonPage } from '../../../server/base/json.ts';
import { type RawResponse, rawRequest } from '../../support/raw-request.ts';
import { responseTo } from '../../support/raw-socket.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

type Headers = Readonly<Record<string, string>>;
const send = (tenant: TestTenant, method: string, path: string, headers: Headers = {}) =>
  rawRequest(environment().baseUrl, {
    ...{ method, path: `/api/v1${path}` },
    headers: { authorization: `Bearer ${tenant.key}`, ...headers },
  });

/** They differ from request to request. */
const OF_EACH = ['date', 'x-request-id', 'ratelimit', 'transfer-encoding'];
const shown = ({ status, headers }: RawResponse) => [
  status,
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !OF_EACH.includes(name))
      .map(([name, value]) => [name, value.replace(/\d{8}T\d{6}Z/, 'TIME')]),
  ),
];

const RANGE = 'from=2026-01-01&to=2026-01-31&group_by=day';
const cases: [what: string, path: string, headers?: Headers][] = [
  ['a resource', '/products/ID'],
  ['one that the client has', '/products/ID', { 'if-none-match': '*' }],
  ['one by external id', '/products/external/E1'],
  ['one that is missing', '/products/2000000000'],
  ['a list', '/products?limit=1'],
  ['a list with an unknown parameter', '/products?colour=red'],
  ['the feed', '/events'],
  ['an export', '/exports/products?format=csv'],
  ['an export as NDJSON', '/exports/products?format=ndjson'],
  ['an export without its parent', '/exports/coupon-redemptions/2000000000?format=csv'],
  ['a report', `/reports/sales?${RANGE}`],
  ['a report as CSV', `/reports/sales?${RANGE}&format=csv`],
  ['a report of days in the wrong order', '/reports/sales?from=2026-01-02&to=2026-01-01&group_by=day'],
  ['a type that nothing has', '/products', { accept: 'text/html' }],
  ['an unknown key', '/products', { authorization: 'Bearer tp_nobody' }],
  ['an unknown path', '/nowhere'],
];

async function shop(): Promise<(path: string) => string> {
  const { tp } = tenant;
  const { id } = await tp.products.create({ name: 'Café', sku: 'CAF', price: 1, external_id: 'E1' });
  await tp.products.batch(Array.from({ length: 5 }, (_, n) => ({ name: 'Chá', sku: `C${n}`, price: 1 })));
  return (path) => path.replace('ID', String(id));
}
let tenant: TestTenant;

describe('HEAD', () => {
  it.each(cases)('has the status and headers of GET for %s, and no body', async (_what, path, headers) => {
    tenant = await environment().tenant();
    const pathOf = await shop();
    const [get, head] = [
      await send(tenant, 'GET', pathOf(path), headers),
      await send(tenant, 'HEAD', pathOf(path), headers),
    ];
    expect(shown(head)).toEqual(shown(get));
    expect(head.text).toBe('');
  });

  it('needs the scope of GET, and counts against the rate limit', async () => {
    tenant = await environment().tenant({ scopes: ['orders.read'] });
    const refused = await send(tenant, 'HEAD', '/products');
    expect([refused.status, refused.text]).toEqual([403, '']);
    const remaining = async () => {
      const { headers } = await send(tenant, 'HEAD', '/orders');
      return Number(/r=(\d+)/.exec(headers.get('RateLimit')!)![1]);
    };
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
  });

  it('is refused with 429 like GET when the plan allows no more', async () => {
    tenant = await environment().tenant({ plan: 'Basic' });
    for (let n = 0; n < 60; n += 1) expect((await send(tenant, 'HEAD', '/me')).status).toBe(200);
    const refused = await send(tenant, 'HEAD', '/me');
    expect([refused.status, refused.text]).toEqual([429, '']);
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  });

  it('of an export reads one page, however long the list is', async () => {
    let pages = 0;
    const endless = new JsonPage<unknown>(['{"id":1}' as ByteString], 'next');
    const app = express().get('/', (_req, res) =>
      streamList(res, {
        ...{ exported: 'exportCategories', form: { format: 'csv', dialect: 'rfc4180' } },
        ...{ fileName: 'categories.csv', turns: new EventLoopYield() },
        readPage: async () => {
          pages += 1;
          return endless;
        },
      }),
    );
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const head = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), pages]).toEqual([
      200,
      'text/csv; charset=utf-8',
      1,
    ]);
  });
});

const paths = [...new Set(contractOperations.map(({ path }) => path))];

describe('OPTIONS', () => {
  it.each(paths)('of %s names its methods, with and without a key', async (path) => {
    tenant = await environment().tenant();
    const declared = contractOperations.filter((one) => one.path === path).map(({ method }) => method);
    const wanted = [...declared, ...(declared.includes('get') ? ['head'] : []), 'options'];
    const filled = path.replaceAll(/\{\w+\}/g, '1');
    for (const headers of [{}, { authorization: `Bearer ${tenant.key}` }] as Headers[]) {
      const request = { method: 'OPTIONS', path: `/api/v1${filled}`, headers };
      const { status, headers: answered, text } = await rawRequest(environment().baseUrl, request);
      const allow = answered.get('Allow')!.toLowerCase().split(', ');
      expect([status, text, allow.sort()]).toEqual([204, '', wanted.sort()]);
      expect([...answered.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it.each([
    ['with a key that nobody has', '/api/v1/products', { authorization: 'Bearer tp_nobody' }, 401],
    ['of an unknown path', '/api/v1/nowhere', {}, 404],
    ['of an unknown path outside of the API', '/nowhere', {}, 404],
  ])('%s is refused', async (_what, path, headers, status) => {
    const answered = await rawRequest(environment().baseUrl, { method: 'OPTIONS', path, headers });
    expect([answered.status, answered.headers.get('Allow')]).toEqual([status, null]);
  });

  it('of the server as a whole is refused: it is no path', async () => {
    const bytes = 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const { status, body } = await responseTo(environment().baseUrl, bytes);
    expect([status, JSON.parse(body).code]).toEqual([404, 'not_found']);
  });
});
