import { describe, expect, it } from 'vitest';
import { type BadInput, expectRefused, invalid, malformed, type Refusal } from '../../support/refusal.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

const MEGABYTES_5 = 5_000_000;
const tooLarge: Refusal = { status: 413, code: 'payload_too_large' };
const notText = (pointer: string): Refusal => invalid({ pointer, code: 'text' });
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
  ['5 MB with a Content-Length', `"${'x'.repeat(MEGABYTES_5)}"`, tooLarge],
  ['100 001 bytes', `"${'x'.repeat(99_999)}"`, tooLarge],
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
});

// RFC 8259, 8.1, lets a parser ignore it; .NET and PowerShell write one by default.
it('ignores a byte order mark before the JSON', async () => {
  const { request } = await environment().tenant();
  const raw = bytes(...BOM, '{"name":"Café","sku":"CAF","price":1}');
  const response = await request('POST', '/products', { raw, headers: json });
  expect([response.status, await response.json()]).toMatchObject([201, { name: 'Café', sku: 'CAF' }]);
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
