import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { checkResponse } from '../../contract-check/check-response.ts';
import {
  type ParsedResponse,
  parseResponses,
  responseTo,
  sendBytes,
  sendWithoutEnd,
} from '../../support/raw-socket.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const lines: string[] = [];
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const environment = sharedEnvironment({ overrides: { log: pino({ level: 'info' }, stream) } });

const CLOSE = 'Connection: close\r\n';
const request = (target: string, headers = '', method = 'GET'): string =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\n${CLOSE}${headers}\r\n`;
const bearer = ({ key }: TestTenant): string => `Authorization: Bearer ${key}\r\n`;

/** It must be a problem like any other: with its request id in the body and the header, and one line in the log. */
async function expectProblem(response: ParsedResponse, status: number, code: string): Promise<void> {
  const { headers, body } = response;
  const problem = JSON.parse(body) as { request_id: string; status: number };
  const { request_id } = problem;
  expect(problem).toMatchObject({ code, status, type: `/docs/problems/${code}` });
  expect([response.status, headers.get('content-type'), headers.get('x-request-id')]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
    request_id,
  ]);
  expect([headers.get('connection'), headers.get('x-content-type-options')]).toEqual(['close', 'nosniff']);
  await expect.poll(() => logged(request_id)).toEqual([expect.objectContaining({ status, msg: 'request' })]);
}

const logged = (id: string): object[] =>
  lines.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === id);

const KEYS = 'Authorization: Bearer a\r\nauthorization: Bearer a\r\n';
const TYPES = 'Content-Type: application/json\r\ncontent-type: application/json\r\n';

const refusals: [what: string, bytes: string, status: number, code: string][] = [
  ['something other than HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'malformed_request'],
  ['an unknown method', request('/api/v1/me', '', 'FROB'), 400, 'malformed_request'],
  ['an unknown HTTP version', 'GET /api/v1/me HTTP/3.7\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ['HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
  ['a raw byte in the target', request('/api/v1/caf\xe9'), 400, 'malformed_request'],
  ['a space in the target', request('/api/v1/products?sku=a b'), 400, 'malformed_request'],
  ['no Host', `GET /api/v1/me HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'malformed_request'],
  ['two Hosts', request('/api/v1/me', 'Host: y\r\n'), 400, 'malformed_request'],
  ['two keys', request('/api/v1/me', KEYS), 400, 'malformed_request'],
  ['two keys where nobody reads them', request('/docs', KEYS), 400, 'malformed_request'],
  ['two Content-Types', request('/api/v1/me', TYPES, 'POST'), 400, 'malformed_request'],
  ['a scheme other than http', request('ftp://example.com/api/v1/me'), 400, 'malformed_request'],
  ['an absolute URL without a host', request('http:///api/v1/me?'), 400, 'malformed_request'],
  ['a header name with a space', request('/api/v1/me', 'X Y: 1\r\n'), 400, 'malformed_request'],
  ['a header value with a control character', request('/api/v1/me', 'X: \x01\r\n'), 400, 'malformed_request'],
  ['a folded header', request('/api/v1/me', 'X: 1\r\n 2\r\n'), 400, 'malformed_request'],
  [
    'two lengths',
    request('/api/v1/me', 'Content-Length: 1\r\nContent-Length: 2\r\n', 'POST'),
    400,
    'malformed_request',
  ],
  [
    'both Content-Length and chunks',
    request('/api/v1/me', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n', 'POST'),
    400,
    'malformed_request',
  ],
  [
    'a negative Content-Length',
    request('/api/v1/me', 'Content-Length: -1\r\n', 'POST'),
    400,
    'malformed_request',
  ],
  ['headers of 20 kB', request('/api/v1/me', `Cookie: ${'x'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
  [
    'headers of 200 kB',
    request('/api/v1/me', `Cookie: ${'x'.repeat(200_000)}\r\n`),
    431,
    'headers_too_large',
  ],
  ['a target of 20 kB', request(`/api/v1/${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
  ['an unknown Expect', request('/api/v1/me', 'Expect: 200-ok\r\n'), 417, 'expectation_failed'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 405, 'method_not_allowed'],
];

describe('a request that HTTP itself forbids is refused with a problem and logged', () => {
  it.each(refusals)('%s', async (_what, bytes, status, code) => {
    await expectProblem(await responseTo(environment().baseUrl, Buffer.from(bytes, 'latin1')), status, code);
  });
});

describe('a body that the parser refuses', () => {
  const chunked = (tenant: TestTenant, method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\n${bearer(tenant)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

  it('is refused with a problem, logged once, and writes nothing', async () => {
    const tenant = await environment().tenant();
    const bytes = `${chunked(tenant, 'POST', '/api/v1/categories')}2\r\n{}zz`;
    const response = await responseTo(environment().baseUrl, bytes);
    await expectProblem(response, 400, 'malformed_request');
    expect((await tenant.tp.categories.list()).data).toEqual([]);
  });

  it('keeps a write from being done, even one without a body', async () => {
    const tenant = await environment().tenant();
    const { id } = await tenant.tp.categories.create({ name: 'Cafés' });
    const response = await responseTo(
      environment().baseUrl,
      `${chunked(tenant, 'DELETE', `/api/v1/categories/${id}`)}zz\r\n`,
    );
    await expectProblem(response, 400, 'malformed_request');
    expect((await tenant.tp.categories.list()).data).toHaveLength(1);
  });

  it('keeps it from being done if it ends early, too', async () => {
    const tenant = await environment().tenant();
    const { id } = await tenant.tp.categories.create({ name: 'Cafés' });
    const head = request(`/api/v1/categories/${id}`, `${bearer(tenant)}Content-Length: 10\r\n`, 'DELETE');
    await sendBytes(environment().baseUrl, `${head}abc`, { halfClose: true });
    expect((await tenant.tp.categories.list()).data).toHaveLength(1);
  });

  it('does not matter to a read, which ignores bodies, and ends the connection', async () => {
    const tenant = await environment().tenant();
    const sent = await sendBytes(environment().baseUrl, `${chunked(tenant, 'GET', '/api/v1/me')}zz\r\n`);
    expect(parseResponses(sent).map(({ status }) => status)).toEqual([200]);
  });

  it.each([
    ['well formed', '10000\r\n'],
    ['malformed', 'zz\r\n'],
  ])('does not cost a read its response while the client goes on sending, %s', async (_, size) => {
    const head = request('/openapi.json', 'Transfer-Encoding: chunked\r\n');
    const part = `${size}${'x'.repeat(0x10000)}\r\n`;
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => sendWithoutEnd(environment().baseUrl, head, part)),
    );
    for (const bytes of sent) {
      const [response] = parseResponses(bytes);
      expect(JSON.parse(response!.body)).toHaveProperty('openapi');
    }
  });

  it('does not cost the previous request on the connection its response', async () => {
    const tenant = await environment().tenant();
    const body = '{"name":"Cafés"}';
    const good = `POST /api/v1/categories HTTP/1.1\r\nHost: x\r\n${bearer(tenant)}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const sent = await sendBytes(environment().baseUrl, `${good}garbage\r\n\r\n`);
    expect(parseResponses(sent).map(({ status }) => status)).toEqual([201]);
    expect((await tenant.tp.categories.list()).data).toHaveLength(1);
  });
});

const targets = [
  '/api/v1/products#',
  '/api/v1/products#a?b=c',
  '/#',
  '/?#',
  '*',
  '//',
  '///api/v1/products',
  '//example.com/api/v1/products',
  '/\\example.com',
  '/api/v1\\products',
  '/api/v1/products%00',
  '/api/v1/products%2500',
  '/api/v1/%252e%252e/products',
  '/api/v1/products/%ff%fe',
  '/api/v1/products?%',
  '/api/v1/products?%00=%00',
  '/api/v1/products?[]&[=]&=&==&&&?#?',
  '/api/v1/products?limit[=1&limit]=2',
  '/api/v1/products?__proto__[x]=1&constructor.prototype=2',
  `/api/v1/products?${'a=1&'.repeat(3_000)}`,
  `/api/v1/products/${'1'.repeat(10_000)}`,
  `/${'a/'.repeat(7_000)}`,
  `/${'%25'.repeat(5_000)}`,
  '/api/v1/products/external/%2e%2e%2f%2e%2e',
  '/api/v1/products/1;a=b',
  '/api/v1/products/1?;a=b',
  '/api/v1/me?@:$,;!()*\'"<>^`{|}~',
  'http://example.com',
  'http://example.com#x',
  'http://example.com?x',
  'http://example.com:99999999/api/v1/me',
  'http://[::1/api/v1/me',
  'http://u:p@example.com/api/v1/me',
  'HTTP://EXAMPLE.COM/api/v1/me',
  'https://example.com//api/v1/me',
  'ws://example.com/api/v1/me',
  'javascript:alert(1)',
  'example.com:80',
  'x',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'];

it.each(targets)('never responds with a 5xx to the target %s', async (target) => {
  const tenant = await environment().tenant();
  for (const method of METHODS) {
    const sent = await sendBytes(environment().baseUrl, request(target, bearer(tenant), method));
    expectServed(method, target, sent);
  }
});

const framings: [what: string, bytes: (tenant: TestTenant) => string, status: number][] = [
  ['HTTP/1.0', (t) => `GET /api/v1/me HTTP/1.0\r\n${bearer(t)}\r\n`, 200],
  [
    'HTTP/1.0 with a Content-Length',
    (t) => `DELETE /api/v1/products/1 HTTP/1.0\r\n${bearer(t)}Content-Length: 2\r\n\r\n{}`,
    404,
  ],
  [
    'an upgrade to HTTP/2',
    (t) => request('/api/v1/me', `${bearer(t)}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n`),
    200,
  ],
  [
    'an upgrade to WebSocket',
    (t) => request('/api/v1/me', `${bearer(t)}Connection: upgrade\r\nUpgrade: websocket\r\n`),
    200,
  ],
  ['two Accepts', (t) => request('/api/v1/me', `${bearer(t)}Accept: text/html\r\nAccept: */*\r\n`), 200],
  [
    'two traceparents, of which none counts',
    (t) =>
      request(
        '/api/v1/me',
        bearer(t) + `traceparent: 00-${'1'.repeat(32)}-${'1'.repeat(16)}-01\r\n`.repeat(2),
      ),
    200,
  ],
  [
    'two If-Match as one list',
    (t) => request('/api/v1/products/1', `${bearer(t)}If-Match: "1"\r\nIf-Match: "2"\r\n`, 'DELETE'),
    404,
  ],
  ['2 000 headers', (t) => request('/api/v1/me', `${bearer(t)}${'a:1\r\n'.repeat(2_000)}`), 200],
  [
    'chunk extensions',
    (t) =>
      `POST /api/v1/categories HTTP/1.1\r\nHost: x\r\n${CLOSE}${bearer(t)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10;a=b\r\n{"name":"Cafes"}\r\n0;c="d"\r\nX-Trailer: 1\r\n\r\n`,
    201,
  ],
  [
    'a client that waits for 100 Continue',
    (t) =>
      `POST /api/v1/categories HTTP/1.1\r\nHost: x\r\n${CLOSE}${bearer(t)}Content-Type: application/json\r\nExpect: 100-Continue\r\nContent-Length: 16\r\n\r\n{"name":"Cafes"}`,
    201,
  ],
  ['TRACE', (t) => request('/api/v1/me', bearer(t), 'TRACE'), 405],
];

it.each([
  ['Idempotency-Key', 'POST', '/api/v1/categories', '{"name":"Cafes"}'],
  ['Consistency-Token', 'GET', '/api/v1/categories', ''],
])('refuses two %s: joined, they are no valid one', async (header, method, path, json) => {
  const tenant = await environment().tenant();
  const body = json && `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`;
  const bytes = request(path, `${bearer(tenant)}${`${header}: a\r\n`.repeat(2)}${body}`, method) + json;
  const { status, body: answer } = await responseTo(environment().baseUrl, bytes);
  expect([status, JSON.parse(answer).errors]).toMatchObject([400, [{ header, code: 'pattern' }]]);
  expect((await tenant.tp.categories.list()).data).toEqual([]);
});

it.each(framings)('serves %s', async (_what, bytes, status) => {
  const { status: answered, body } = await responseTo(
    environment().baseUrl,
    bytes(await environment().tenant()),
  );
  expect([answered, status === answered ? '' : body]).toEqual([status, '']);
});

/** Exactly one response, no 5xx, and as the contract says if the path belongs to the API. */
function expectServed(method: string, target: string, sent: Buffer): void {
  const head =
    method === 'HEAD'
      ? Buffer.from(sent.toString('latin1').replace(/content-length: \d+/i, ''), 'latin1')
      : sent;
  const responses = parseResponses(head);
  expect([method, responses.length, String(sent.length)]).toEqual([method, 1, expect.any(String)]);
  const [response] = responses as [ParsedResponse];
  expect(response.status).toBeLessThan(500);
  if (response.status < 400) return;
  const path = target.split('#', 1)[0]!;
  const isApi = /^\/api\/v1\/[\w/?=&-]*$/.test(path);
  if (isApi) expect(checkResponse(method, path, response)).toEqual([]);
  else
    expect([response.headers.has('x-request-id'), response.headers.get('content-type')]).toEqual([
      true,
      'application/problem+json; charset=utf-8',
    ]);
}
