import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

it('completes concurrent batches of the same rows in opposite order', async () => {
  const { request } = await environment().tenant();
  const rows = (price: number) =>
    Array.from({ length: 100 }, (_, i) => ({ external_id: `E${i}`, name: `P${i}`, sku: `S${i}`, price }));
  const post = (items: object[]) => request('POST', '/products/batch', { body: { items } });
  await post(rows(1));
  const responses = await Promise.all([2, 3, 4, 5].map((n) => post(n % 2 ? rows(n) : rows(n).reverse())));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const found = (await responses[0]!.json()) as { results: { status: number }[] };
  expect(found.results.map(({ status }) => status)).toEqual(Array(100).fill(200));
});
