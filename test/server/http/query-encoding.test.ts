import { expect, it } from 'vitest';
import { responseTo } from '../../support/raw-socket.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();

/** Like axios 1.x before 1.12: encodeURIComponent, then some characters decoded again. */
const olderAxios = (value: string): string => axios(value).replace(/%5B/gi, '[').replace(/%5D/gi, ']');
/** Like axios from 1.12 on. */
const axios = (value: string): string =>
  encodeURIComponent(value)
    .replace(/%3A/gi, ':')
    .replace(/%24/g, '$')
    .replace(/%2C/gi, ',')
    .replace(/%20/g, '+');
/** Like Python's urllib.parse.urlencode and requests. */
const python = (value: string): string =>
  encodeURIComponent(value)
    .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');
/** Like `new URL` and browsers with a query that was concatenated by hand. */
const browser = (value: string): string =>
  encodeURI(value)
    .replaceAll('#', '%23')
    .replaceAll('&', '%26')
    .replaceAll('+', '%2B')
    .replaceAll('%5B', '[');
/** Like somebody who types it for curl and encodes only the characters with a special meaning. */
const curl = (value: string): string => value.replace(/[%&+ #]|[^ -~]+/g, (text) => encodeURIComponent(text));

const clients = { axios, olderAxios, python, browser, curl };
const values = [
  'CAF:500',
  'a/b?c',
  'x@y',
  '1,2;3',
  '$5',
  'k=v',
  "it's (a) *",
  'a b+c',
  'a&b#c%d',
  '[1]',
  '{"a"|b}^`\\<>',
  'São João',
];

async function find(
  { key }: TestTenant,
  target: string,
): Promise<{ status: number; rows: { sku: string }[]; text: string }> {
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
  const { status, body } = await responseTo(environment().baseUrl, head);
  const { data = [] } = JSON.parse(body) as { data?: { sku: string }[] };
  return { status, rows: data, text: body };
}

it.each(Object.entries(clients))('finds a value as %s encodes it', async (_name, encode) => {
  const tenant = await environment().tenant();
  for (const sku of values) {
    await tenant.tp.products.create({ name: 'Café', sku, price: 1 });
    const { status, rows } = await find(tenant, `/api/v1/products?limit=2&sku=${encode(sku)}`);
    expect([sku, status, rows.map((row) => row.sku)]).toEqual([sku, 200, [sku]]);
  }
});

it.each([
  ['axios', '2026-01-31T12:00:00.000Z'],
  ['curl, with a raw plus sign', '2026-01-31T12:00:00+03:00'],
  ['curl, partly encoded', '2026-01-31T12%3A00%3A00+03%3A00'],
  ['curl, with a negative offset', '2026-01-31T12:00:00-03:00'],
  ['a client that encodes the plus sign', '2026-01-31T12:00:00%2B03:00'],
])('accepts a time from %s', async (_name, time) => {
  const tenant = await environment().tenant();
  const { id } = await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
  const { db } = environment().context;
  await db.query("UPDATE products SET updated_at = '2026-01-31T12:00:00Z' WHERE id = $1", [id]);
  expect(await find(tenant, `/api/v1/products?updated_since=${time}`)).toMatchObject({ status: 200 });
});

it('reads a raw plus as the sign of the offset in a time, and as a space elsewhere', async () => {
  const tenant = await environment().tenant();
  await tenant.tp.products.create({ name: 'Café', sku: 'T00:00:00 00:00', price: 1 });
  const [row] = (await tenant.tp.products.list()).data;
  const local = new Date(Date.parse(row!.updated_at) + 3 * 3_600_000).toISOString().replace('Z', '');
  const query = `sku=T00:00:00+00:00&updated_since=${local}+03:00`;
  expect((await find(tenant, `/api/v1/products?${query}`)).rows).toHaveLength(1);
  expect((await find(tenant, `/api/v1/products?updated_since=${local}+02:59`)).rows).toHaveLength(0);
});

it('still refuses a time with an encoded space instead of the sign', async () => {
  const { status, text } = await find(
    await environment().tenant(),
    '/api/v1/products?updated_since=2026-01-31T12:00:00%2003:00',
  );
  expect([status, JSON.parse(text).errors]).toEqual([
    400,
    [expect.objectContaining({ parameter: 'updated_since', code: 'format' })],
  ]);
});

it('refuses raw bytes that are not ASCII, with a reason', async () => {
  const { status, text } = await find(await environment().tenant(), '/api/v1/products?sku=Café');
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    code: 'malformed_request',
    detail: expect.stringContaining('url'),
  });
});

it('ignores a fragment, which some clients send with the path', async () => {
  const tenant = await environment().tenant();
  await tenant.tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
  for (const target of [
    '/api/v1/products#top',
    '/api/v1/products?sku=CAF#top',
    '/api/v1/products?sku=CAF#?limit=0',
    'http://example.com/api/v1/products?sku=CAF#top',
    'http://example.com/api/v1/products#top?x=/y',
  ])
    expect([target, (await find(tenant, target)).rows.length]).toEqual([target, 1]);
});

it('sees the parameters after a raw question mark', async () => {
  const tenant = await environment().tenant();
  const { status } = await find(tenant, '/api/v1/products?sku=a?b&limit=0');
  expect(status).toBe(400);
});
