import { expect, it } from 'vitest';
import { pageOrigin } from '../../../../server/api/docs/page-origin.ts';

const OTHERS = 'http://localhost:3000';

it.each([
  ['http', 'localhost:4711', 'http://localhost:4711'],
  ['https', 'Shop.example.com:443', 'https://shop.example.com'],
  ['http', '[::1]:3000', 'http://[::1]:3000'],
  ['https', 'loja.são-paulo.example', 'https://loja.xn--so-paulo-rza.example'],
  ['http', 'x.example$(id)', OTHERS],
  ['http', 'x.example;id', OTHERS],
  ['http', "x'y", OTHERS],
  ['http', 'no host', OTHERS],
  ['http', '', OTHERS],
])('a page at %s://%s shows %s', (protocol, host, origin) => {
  expect(pageOrigin({ protocol, host })).toBe(origin);
});
