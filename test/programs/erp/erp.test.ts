import { readFile } from 'node:fs/promises';
import { Tradepost } from '@tradepost/sdk';
import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { makeDay } from './day-file.ts';
import { readProducts, type ShopProduct } from './files.ts';
import { importFiles } from './import-files.ts';
import { runNight } from './night.ts';
import { fingerprint, reconcile } from './reconcile.ts';

const environment = sharedEnvironment();
const { invoices } = JSON.parse(
  await readFile(new URL('../../vectors/invoices.json', import.meta.url), 'utf8'),
) as { readonly invoices: readonly { readonly total: string }[] };

/** So few that the requests of both nights stay in the half of the limit that isn't paced. */
const COUNTS = { products: 100, orders: 2 };

it('synchronises a day twice with the same result, on a Basic key without a 429', async () => {
  const { key } = await environment().tenant({ plan: 'Basic' });
  const statuses: number[] = [];
  const tp = new Tradepost({
    ...{ apiKey: key, baseUrl: environment().baseUrl, pace: true },
    hooks: { onResponse: ({ status }) => statuses.push(status) },
  });
  const day = makeDay(COUNTS);
  const first = await runNight(tp, day);
  expect(first).toMatchObject({ orders: 2, sold: 48.05, received: 48.05, refunded: 16.01, returned: 1 });
  expect(await runNight(tp, day)).toEqual(first);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
});

it('imports the files of two shops and an ERP, and orders that equal their invoices', async () => {
  const { tp } = await environment().tenant({ plan: 'Basic' });
  const [{ id, sku, name }] = (await readProducts()) as [ShopProduct];
  const byHand = await tp.products.create({ sku, name, price: 1 });
  const orders = await importFiles(tp);
  expect((await tp.products.get(byHand.id)).external_id).toBe(id);
  expect(orders.map(([{ total }]) => total)).toEqual(invoices.map(({ total }) => Number(total)));
  expect(orders.map(([, total]) => total)).toEqual(invoices.map(({ total }) => Number(total)));
  expect(orders[0]![0].shipping!.address).toMatchObject({
    ...{ recipient: 'Maria Souza', phone: '+5541999990000', tax_id: '52998224725', country: 'BR' },
  });
  const written = await fingerprint(tp);
  expect(await importFiles(tp)).toMatchObject(orders);
  expect(await fingerprint(tp)).toBe(written);
  const customers = [];
  for await (const { phone } of tp.customers.list()) customers.push(phone);
  expect(customers).toEqual([
    ...['+554133334444', '+5511999999999', '+5511999999999', '+5511999999999'],
    ...['08001234567', '+442079460958'],
  ]);
});

it('says which order differs from the file', () => {
  const day = makeDay(COUNTS);
  expect(() => reconcile(day, new Map())).toThrow('O-1 is missing\nO-2 is missing');
});
