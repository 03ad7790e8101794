import { expect, it } from 'vitest';
import { type ImportRow, PLACED, refused, SHIPPED, shopToImport } from '../../support/order-import.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();
const KEY = '41260211222333000181550010000005671836102749';
const details = ({ problem }: ImportRow) =>
  problem?.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`);
const statuses = (rows: readonly ImportRow[]) => rows.map(({ status }) => status);

it('says what a line has without its share of the order discount, as the import has it', async () => {
  const { item, send, product } = await shopToImport(environment());
  const line = { product_id: product.id, quantity: 1, unit_price: 10 };
  const first = item({ items: [{ ...line, discount: 1 }, line], agreed_discount: 2 });
  const changed = { ...first, items: [{ ...line, discount: 1.5 }, line] };
  const own = item({ items: [{ ...line, order_discount: 1.01 }, line] });
  await send([first, own]);
  const share = { ...own, items: [{ ...line, order_discount: 1.02 }, line] };
  expect(statuses(await send([first, own]))).toEqual([200, 200]);
  const [differs] = await send([changed]);
  expect(details(differs!)).toEqual(['#/items/0/discount is 1 in the order']);
  const [agreed] = await send([{ ...first, agreed_discount: 3 }]);
  expect(details(agreed!)).toEqual(['#/agreed_discount is 2 in the order']);
  expect(details((await send([share]))[0]!)).toEqual(['#/items/0/order_discount is 1.01 in the order']);
});

it('compares what the import has, and not what was recorded beside it', async () => {
  const { item, send, order, product, tp } = await shopToImport(environment());
  const placed = await order({
    external_id: 'LIVE',
    items: [{ product_id: product.id, quantity: 1 }],
    notes: 'x',
    fiscal_document: { access_key: KEY, url: 'https://example.com/' },
  });
  await tp.orders.addPayment(placed.id, { amount: 1, method: 'pix' });
  const live = item({
    ...{ external_id: 'LIVE', placed_at: placed.placed_at, fiscal_document: { access_key: KEY } },
    items: [{ product_id: product.id, quantity: 1, unit_price: 10 }],
  });
  const then = item({ status: 'In_Transit' });
  await send([then]);
  const rows = await send([live, { ...then, status: 'Delivered' }]);
  expect(statuses(rows)).toEqual([200, 409]);
  expect(details(rows[1]!)).toEqual(['#/status is "In_Transit" in the order']);
  const amounts = { items: [{ ...live.items[0]!, quantity: 2 }], shipping: { amount: 3 }, charges: [] };
  expect(details((await send([{ ...live, ...amounts }]))[0]!)).toEqual([
    '#/items/0/quantity is 1 in the order',
    '#/shipping is null in the order',
  ]);
  const dear = item({ shipping: { amount: 3 }, charges: [{ type: 'ipi', amount: 1 }] });
  await send([dear]);
  const { shipping: _, charges: __, ...cheap } = dear;
  expect(refused((await send([cheap]))[0]!).slice(1)).toEqual([
    '#/shipping order_differs',
    '#/charges order_differs',
  ]);
});

it('names lines of returns as the import does, and counts in good English', async () => {
  const { item, send, tp, product } = await shopToImport(environment());
  const other = await stocked(tp, 0);
  const [line, inserted] = [product, other].map(({ id }) => ({ product_id: id, quantity: 1, unit_price: 5 }));
  const first = item({
    ...{ status: 'In_Transit', items: [line!] },
    status_history: [
      { status: 'Pending', at: PLACED },
      { status: 'In_Transit', at: SHIPPED },
    ],
    returns: [{ items: [{ line: 1, quantity: 1 }], restock: false, reason: 'x', at: SHIPPED }],
  });
  await send([first]);
  expect(details((await send([{ ...first, items: [inserted!, line!] }]))[0]!)).toEqual([
    '#/items has 1 element in the order',
  ]);
  expect(details((await send([{ ...first, items: [inserted!] }]))[0]!)).toEqual([
    `#/items/0/product_id is ${product.id} in the order`,
  ]);
});
