import { readFileSync } from 'node:fs';
import { ConfigurationError, idempotencyKeyOf } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';
import { json, startServer } from './recording-server.ts';

const bundle = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));
const { minLength, maxLength, pattern } = bundle.components.parameters.IdempotencyKey.schema;
const isLegal = (key: string) =>
  new RegExp(pattern).test(key) && key.length >= minLength && key.length <= maxLength;

const ASTRAL = '🧉'.repeat(100); // an external id has up to 100 characters

describe('the key of a text', () => {
  it.each([
    ['SHOP-3001', 'SHOP-3001'],
    ['SHOP 3002', 'SHOP%203002'],
    ['Pedido nº 3003', 'Pedido%20n%C2%BA%203003'],
    ['100%', '100%25'],
    ['SHOP%203002', 'SHOP%25203002'],
    ['a\r\nb\u0000', 'a%0D%0Ab%00'],
    ['\ud800', '%uD800'],
    ['%uD800', '%25uD800'],
  ])('%j is %s, always', async (text, key) => {
    expect(await idempotencyKeyOf(text)).toBe(key);
  });

  it('is legal for the API, sent as it is, and of its own for each text', async () => {
    const { client, requests } = await startServer((response) => json(response, 200, {}));
    const texts = [
      ...Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)),
      ...[
        'a',
        'a ',
        ' a',
        'a\u0301',
        'á',
        '\ud800',
        '\udc00',
        '\ud800\ud800',
        '\ufffd',
        '%',
        '%25',
        '%sha256-',
        '%uD800',
      ],
      ...[
        'x'.repeat(255),
        'x'.repeat(256),
        'x'.repeat(257),
        'x'.repeat(1_000_000),
        ' '.repeat(85),
        ' '.repeat(86),
      ],
      ...[ASTRAL, `${ASTRAL} `, '\ud800'.repeat(90), '\udc00'.repeat(90)],
    ];
    const keys = await Promise.all(texts.map(idempotencyKeyOf));
    expect(keys.filter((key) => !isLegal(key))).toEqual([]);
    expect(new Set(keys).size).toBe(new Set(texts).size);
    expect(await Promise.all(keys.map((key) => idempotencyKeyOf(key)))).not.toContain(keys.at(-1)); // a key of a key is another
    for (const idempotencyKey of keys.slice(-6)) {
      await client().orders.create({ customer_id: 1, items: [] }, { idempotencyKey });
      expect(requests.at(-1)?.headers['idempotency-key']).toBe(idempotencyKey);
    }
  });

  it.each(['', undefined, null, 7, {}])('is refused for %j, which is no text', async (text) => {
    expect(await failureOf(idempotencyKeyOf(text as string))).toBeInstanceOf(ConfigurationError);
  });
});

it('a key is taken by the client if the API takes it', async () => {
  const { client, requests } = await startServer((response) => json(response, 200, {}));
  const keys = [
    ...Array.from({ length: 0x180 }, (_, code) => `a${String.fromCharCode(code)}b`),
    '',
    'x'.repeat(255),
    'x'.repeat(256),
  ];
  for (const idempotencyKey of keys) {
    const count = requests.length;
    const call = client().orders.create({ customer_id: 1, items: [] }, { idempotencyKey });
    await (isLegal(idempotencyKey) ? call : failureOf(call));
    expect(requests.length - count, idempotencyKey).toBe(isLegal(idempotencyKey) ? 1 : 0);
  }
});
