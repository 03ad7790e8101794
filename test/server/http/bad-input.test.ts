import { describe, expect, it } from 'vitest';
import { type BadInput, expectRefused, invalid, malformed, type Refusal } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const MEGABYTES_5 = 5_000_000;
const tooLarge: Refusal = { status: 413, code: 'payload_too_large' };
const notText = (pointer: string): Refusal => invalid({ pointer, code: 'text' });
const lossy = (pointer: string): Refusal => invalid({ pointer, code: 'precision' });
const twice = (pointer: string): Refusal => invalid({ pointer, code: 'repeated_member' });
const json = { 'content-type': 'application/json' };
const bytes = (...parts: (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

/** U+FEFF in UTF-8. */
const BOM = [0xef, 0xbb, 0xbf];

/** A product without one of its members. */
const product = (member: string): string => `{"name":"Café","sku":"CAF","price":1,${member}}`;
const nested = (open: string, close: string): string => `${open.repeat(20_000)}${close.repeat(20_000)}`;

const bodies: [string, string | Uint8Array, Refusal][] = [
  ['text that is not JSON', '{"name":', malformed],
  ['zero bytes', '', malformed],
  ['only white space', ' \n', malformed],
  ['only a byte order mark', bytes(...BOM), malformed],
  ['two byte order marks', bytes(...BOM, ...BOM, '{}'), malformed],
  ['a byte order mark inside', bytes('{', ...BOM, '}'), malformed],
  ['two values', '{} {}', malformed],
  ['a trailing comma', product('"unit":"un",'), malformed],
  ['NaN', product('"cost_price":NaN'), malformed],
  ['Infinity', product('"cost_price":-Infinity'), malformed],
  ['20 000 nested arrays', nested('[', ']'), malformed],
  ['20 000 nested objects', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`, malformed],
  ['nesting in a field', product(`"metadata":${nested('[', ']')}`), malformed],
  ['bytes that are not UTF-8', bytes('{"name":"', 0xff, 0xfe, '"}'), malformed],
  ['truncated UTF-8', bytes('{"name":"', 0xc3, '"}'), malformed],
  ['a surrogate encoded in UTF-8', bytes('{"name":"', 0xed, 0xa0, 0x80, '"}'), malformed],
  ['UTF-16', Buffer.from('{"name":"Café"}', 'utf16le'), malformed],
  ['null', 'null', invalid({ pointer: '#', code: 'type' })],
  ['a number', '1', invalid({ pointer: '#', code: 'type' })],
  ['a string', '"Café"', invalid({ pointer: '#', code: 'type' })],
  ['an array', '[]', invalid({ pointer: '#', code: 'type' })],
  ['U+0000 in a string', product('"brand":"a\\u0000b"'), notText('#/brand')],
  ['U+0000 unescaped', bytes('{"name":"', 0, '"}'), malformed],
  ['an unpaired high surrogate', product('"brand":"\\ud83d"'), notText('#/brand')],
  ['surrogates in the wrong order', product('"brand":"\\ude00\\ud83d"'), notText('#/brand')],
  ['U+0000 in a key', product('"a\\u0000b":1'), notText('#')],
  ['a surrogate in a nested key', product('"metadata":{"\\ud83d":"x"}'), notText('#/metadata')],
  ['U+0000 in a nested value', product('"metadata":{"a/b":"\\u0000"}'), notText('#/metadata/a~1b')],
  [
    'a surrogate in an array',
    product('"image_urls":["https://example.com","\\udead"]'),
    notText('#/image_urls/1'),
  ],
  ['a price of 22 digits', product('"cost_price":9999999999.990000000001'), lossy('#/cost_price')],
  ['a price of 18 digits', product('"cost_price":1.00000000000000001'), lossy('#/cost_price')],
  [
    'a price of 17 digits that a double rounds',
    product('"cost_price":9.9999999999999999'),
    lossy('#/cost_price'),
  ],
  ['a price that would become 0', product('"cost_price":1e-400'), lossy('#/cost_price')],
  [
    'a price that would become 0, without an exponent',
    product(`"cost_price":0.${'0'.repeat(400)}1`),
    lossy('#/cost_price'),
  ],
  ['a long integer in an array', product('"image_urls":["x",12345678901234567890]'), lossy('#/image_urls/1')],
  [
    'a long negative number deep inside',
    product('"a~/b":{"c":[[],{"d":-1234567890.123456789}]}'),
    lossy('#/a~0~1b/c/1/d'),
  ],
  ['a member twice', product('"price":2'), twice('#/price')],
  ['a member twice, once escaped', product('"\\u0070rice":2'), twice('#/price')],
  [
    'a member twice, after strings that end with backslashes and quotes',
    product(String.raw`"brand":"\\\"\\","unit":"\"\\","metadata":{"\\":"1","\\":"2"}`),
    twice('#/metadata/\\'),
  ],
  [
    'a member twice in a nested object',
    product('"metadata":{"a":"{\\"a\\":1,","b":"2","a" : "3"}'),
    twice('#/metadata/a'),
  ],
  [
    'an own __proto__ twice',
    product('"metadata":{"__proto__":"1","__proto__":"2"}'),
    twice('#/metadata/__proto__'),
  ],
  ['5 MB with a Content-Length', `"${'x'.repeat(MEGABYTES_5)}"`, tooLarge],
];

describe.each([
  ['POST', '/api/v1/products'],
  ['POST', '/api/v1/orders'],
  ['PATCH', '/api/v1/customers/1'],
])('%s %s', (method, path) => {
  it.each(bodies)('refuses a body of %s', async (_name, body, want) => {
    await expectRefused(
      environment(),
      await environment().tenant(),
      { method, path, headers: json, body },
      want,
    );
  });

  it('refuses a body with a byte more than the operation takes', async () => {
    const most = path.includes('orders') ? 500_000 : 100_000;
    const body = `"${'x'.repeat(most - 1)}"`;
    await expectRefused(
      environment(),
      await environment().tenant(),
      { method, path, headers: json, body },
      tooLarge,
    );
  });
});

// RFC 8259, 8.1, lets a parser ignore it; .NET and PowerShell write one by default.
it('ignores a byte order mark before the JSON', async () => {
  const { request } = await environment().tenant();
  const raw = bytes(...BOM, '{"name":"Café","sku":"CAF","price":1}');
  const response = await request('POST', '/products', { raw, headers: json });
  expect([response.status, await response.json()]).toMatchObject([201, { name: 'Café', sku: 'CAF' }]);
});

// Some languages write a double in 17 digits. It's the same double.
it.each([
  ['19.989999999999998', 19.99],
  ['1.9990e1', 19.99],
  ['0.1000000000000000000000000', 0.1],
  ['100000000.00000000000', 100_000_000],
  ['0.00000000000000000000', 0],
  ['0e-400', 0],
  ['9999999999.99', 9_999_999_999.99],
])('reads the price %s as %s', async (literal, price) => {
  const { request } = await environment().tenant();
  const raw = `{"name":"Café","sku":"CAF 12345678901234567890","price":${literal}}`;
  const response = await request('POST', '/products', { raw, headers: json });
  expect([response.status, await response.json()]).toMatchObject([201, { price }]);
});

const framings: BadInput[] = [
  [
    '5 MB in chunks',
    { given: { path: '', body: `"${'x'.repeat(MEGABYTES_5)}"`, chunked: true }, want: tooLarge },
  ],
  ['5 MB announced by Content-Length', { given: { path: '', promisedBytes: MEGABYTES_5 }, want: tooLarge }],
  ['no bytes in chunks', { given: { path: '', body: undefined, chunked: true }, want: malformed }],
  ['neither bytes nor Content-Length', { given: { path: '' }, want: malformed }],
];

it.each(framings)('refuses a body of %s', async (_name, { given, want }) => {
  for (const [method, path] of [
    ['POST', '/api/v1/products'],
    ['PATCH', '/api/v1/products/1'],
  ] as const)
    await expectRefused(
      environment(),
      await environment().tenant(),
      { ...given, method, path, headers: json },
      want,
    );
});
