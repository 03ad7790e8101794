import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { leastProduct } from '../../support/shop.ts';

const environment = sharedEnvironment();

const row = (name: string, on_hand?: number) => ({
  ...{ ...leastProduct, sku: name, external_id: name, ...(on_hand !== undefined && { stock: { on_hand } }) },
});

it('starts a product with the count that it is created with, and a movement for it', async () => {
  const { tp } = await environment().tenant();
  const { external_id: _, ...fields } = row('B', 7.5);
  const created = await tp.products.create(row('A', 120));
  const upserted = await tp.products.upsert('B', fields);
  const [first, second, none] = await tp.products.batch([row('C', 3), row('D', 0), row('E')]);
  expect(
    [created, upserted, first?.data, second?.data, none?.data].map((each) => each?.stock.on_hand),
  ).toEqual([120, 7.5, 3, 0, 0]);
  const { prefix } = (await tp.me()).api_key;
  const movement = (product_id: number, quantity: number) => ({
    ...{
      product_id,
      type: 'adjustment',
      quantity,
      on_hand_after: quantity,
      reserved_after: 0,
      reason: 'initial',
    },
    ...{ reference: null, order_id: null, actor: `api_key:${prefix}` },
  });
  expect((await tp.stock.movements()).data).toMatchObject([
    movement(created.id, 120),
    movement(upserted.id, 7.5),
    movement(first!.data!.id, 3),
  ]);
});

it('refuses a count for a product that exists, and changes nothing of it', async () => {
  const { tp } = await environment().tenant();
  const before = await tp.products.create(row('A', 5));
  const { external_id: _, ...fields } = { ...row('A', 6), price: 1 };
  const refusal = { status: 400, errors: [{ pointer: '#/stock', code: 'initial_only' }] };
  await expect(tp.products.upsert('A', fields)).rejects.toMatchObject(refusal);
  const [refused, other] = await tp.products.batch([{ ...row('A', 6), price: 1 }, row('B', 1)]);
  expect(refused).toMatchObject({ status: 400, data: null, problem: refusal });
  expect(other?.status).toBe(201);
  expect(await tp.products.get(before.id)).toEqual(before);
});
