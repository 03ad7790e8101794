import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readBundle } from '../../../server/base/contract.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

interface Got {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** The raw bytes: fetch would decompress them. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = http.request(environment().baseUrl + path, { method, headers, agent: false });
    request.once('error', reject);
    request.once('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
    request.end();
  });
}

const accepting = (encoding: string) => ({ 'accept-encoding': encoding });
const paths = [
  '/openapi.json',
  '/docs/problems',
  '/docs/problems/not_found',
  '/docs/deprecation',
  '/docs/',
  '/docs/guides/pt/totals',
  '/docs/webhooks/pt',
  '/docs/pages.css',
];

/** The contract names the address that the service listens on, and nothing else is different. */
const withServer = (bundle: string): string => {
  const contract = JSON.parse(bundle) as { servers: [{ url: string }] };
  contract.servers[0].url = `${environment().baseUrl}/api/v1`;
  return `${JSON.stringify(contract, null, 2)}`;
};

const choices: [want: string, acceptEncoding: string | undefined][] = [
  ['identity', undefined],
  ['identity', 'identity'],
  ['identity', 'deflate, zstd'],
  ['identity', 'gzip;q=0'],
  ['gzip', 'gzip'],
  ['gzip', 'GZIP'],
  ['gzip', 'br;q=0.5, gzip'],
  ['gzip', 'identity;q=0, gzip;q=0.1'],
  ['br', 'br'],
  ['br', 'gzip;q=0.8, br'],
  ['br', '*'],
];

it.each(choices)('sends the contract as %s to a client that accepts %s', async (want, acceptEncoding) => {
  const { status, headers, bytes } = await get(
    '/openapi.json',
    acceptEncoding === undefined ? {} : accepting(acceptEncoding),
  );
  expect([status, headers['content-encoding'] ?? 'identity']).toEqual([200, want]);
  const decoded = want === 'br' ? brotliDecompressSync(bytes) : want === 'gzip' ? gunzipSync(bytes) : bytes;
  expect(decoded.toString() === withServer(readBundle())).toBe(true);
  expect(headers['content-length']).toBe(String(bytes.length));
  expect(headers['access-control-allow-origin']).toBe('*');
});

it('responds 406 to a client that accepts none of the encodings', async () => {
  const { status, headers, bytes } = await get('/openapi.json', accepting('identity;q=0, deflate'));
  expect([status, JSON.parse(bytes.toString())]).toMatchObject([406, { code: 'not_acceptable' }]);
  expect(headers.vary).toContain('Accept-Encoding');
});

it('compresses the contract to less than a fifth', async () => {
  for (const encoding of ['gzip', 'br'])
    expect((await get('/openapi.json', accepting(encoding))).bytes.length).toBeLessThan(
      readBundle().length / 5,
    );
});

it.each(paths)('has a strong ETag for each encoding of %s, and responds 304 to it', async (path) => {
  const tags = new Set<string>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { headers } = await get(path, accepting(encoding));
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(headers.etag).toMatch(/^"[\w-]{43}"$/);
    tags.add(headers.etag!);
    const again = await get(path, { ...accepting(encoding), 'if-none-match': `"x", ${headers.etag}` });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    const other = await get(path, { ...accepting(encoding), 'if-none-match': '"x"' });
    expect(other.status).toBe(200);
  }
  expect(tags.size).toBe(3);
});

it.each(paths)('responds to HEAD %s like to GET, without the body', async (path) => {
  const [head, whole] = [await get(path, accepting('gzip'), 'HEAD'), await get(path, accepting('gzip'))];
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  for (const name of ['content-length', 'content-encoding', 'content-type', 'etag'])
    expect(head.headers[name], name).toBe(whole.headers[name]);
});

it('compresses the contract for Swagger UI, and lets nobody store it', async () => {
  const { headers, bytes } = await get('/docs/try/orders.json', accepting('br'));
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' });
  expect(JSON.parse(brotliDecompressSync(bytes).toString())).toHaveProperty('paths');
});

it('lets browsers cache the files of Swagger UI', async () => {
  const { status, headers } = await get('/docs/swagger-ui-bundle.js');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
});

it('tells browsers to go by the Content-Type, whatever they read', async () => {
  for (const path of [
    '/',
    '/docs',
    '/docs/guides/errors',
    '/docs/swagger-ui.css',
    '/healthz',
    '/readyz',
    '/nowhere',
  ])
    expect((await get(path)).headers['x-content-type-options'], path).toBe('nosniff');
});
