import type { StockAdjustmentItem, Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

type Count = Pick<StockAdjustmentItem, 'product_id' | 'sku' | 'external_id'>;
const count = (product: Count, quantity: number, fields: object = {}): StockAdjustmentItem => ({
  ...{ mode: 'set', reason: 'count', quantity },
  ...product,
  ...fields,
});

async function shop(products: number, onHand = 5) {
  const { tp, tenantId } = await environment().tenant();
  const { db } = environment().context;
  await db.query(
    `WITH p AS (
       INSERT INTO products (tenant_id, name, sku, external_id, price,
         status, unit, track_stock, allow_backorder, min_stock, image_urls, metadata)
       SELECT $1, 'P' || i, 'S' || i, 'E' || i, 1, 'active', 'un', true, false, 0, '[]', '{}'
       FROM generate_series(1, $2) i RETURNING id
     ) INSERT INTO stock_balances (tenant_id, product_id, on_hand) SELECT $1, id, $3 FROM p`,
    [tenantId, products, onHand],
  );
  return { tp, tenantId };
}

const onHand = async (tp: Tradepost): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for await (const { sku, on_hand } of tp.stock.list({ limit: 200 })) found[sku] = on_hand;
  return found;
};

/** What the ledger says is on hand, and what the balances say. */
const sums = async (tenantId: number) =>
  environment().context.db.query(
    `SELECT (SELECT sum(on_hand) FROM stock_balances WHERE tenant_id = $1) AS balances,
       (SELECT sum(quantity) FROM stock_movements WHERE tenant_id = $1) AS ledger`,
    [tenantId],
  );

describe('a batch of stock adjustments', () => {
  it('names products by id, SKU or external id, and returns the balance of each', async () => {
    const { tp } = await shop(3);
    const [first] = (await tp.products.list({ sku: 'S1' })).data;
    const results = await tp.stock.batch([
      count({ external_id: 'E3' }, 30),
      count({ product_id: first!.id }, 10.5, { reference: 'INV-7', expected_on_hand: 5 }),
      count({ sku: 'S2' }, -2, { mode: 'delta', reason: 'damage' }),
    ]);
    expect(results.map(({ index, status, problem }) => [index, status, problem])).toEqual([
      [0, 201, null],
      [1, 201, null],
      [2, 201, null],
    ]);
    expect(await onHand(tp)).toEqual({ S1: 10.5, S2: 3, S3: 30 });
    const balances = (await tp.stock.list()).data;
    expect(results.map(({ data }) => data)).toEqual([balances[2], balances[0], balances[1]]);
    const { prefix } = (await tp.me()).api_key;
    expect((await tp.stock.movements()).data).toMatchObject([
      { quantity: 5.5, on_hand_after: 10.5, reason: 'count', reference: 'INV-7', type: 'adjustment' },
      { quantity: -2, on_hand_after: 3, reason: 'damage', reference: null, actor: `api_key:${prefix}` },
      { quantity: 25, on_hand_after: 30 },
    ]);
  });

  it('writes nothing for what is on hand already', async () => {
    const { tp } = await shop(2);
    const before = (await tp.stock.list()).data;
    const results = await tp.stock.batch([
      count({ sku: 'S1' }, 5),
      count({ sku: 'S2' }, 0, { mode: 'delta' }),
    ]);
    expect(results.map(({ status, data }) => [status, data])).toEqual([
      [200, before[0]],
      [200, before[1]],
    ]);
    expect((await tp.stock.movements()).data).toEqual([]);
  });

  it('refuses rows on their own, each with a pointer into it', async () => {
    const { tp } = await shop(6);
    await tp.products.delete((await tp.products.list({ sku: 'S6' })).data[0]!.id);
    const rows: [unknown, status: number, pointer: string, code: string][] = [
      [count({ sku: 'S404' }, 1), 422, '#/sku', 'invalid_reference'],
      [count({ external_id: 'S1' }, 1), 422, '#/external_id', 'invalid_reference'],
      [count({ product_id: 2_000_000_000 }, 1), 422, '#/product_id', 'invalid_reference'],
      [count({ sku: 'S6' }, 1), 422, '#/sku', 'invalid_reference'],
      [count({ sku: 'S1' }, -1), 400, '#/quantity', 'minimum'],
      [count({ sku: 'S2' }, 1, { expected_on_hand: 4 }), 409, '#/expected_on_hand', 'stale_stock'],
      [count({ sku: 'S3' }, -5.001, { mode: 'delta' }), 409, '#/quantity', 'insufficient_stock'],
      [count({}, 1), 400, '#', 'one_of'],
      [count({ sku: 'S4', external_id: 'E4' }, 1), 400, '#', 'one_of'],
      [{ sku: 'S4' }, 400, '#/mode', 'required'],
      ['S4', 400, '#', 'type'],
      [{ ...count({ sku: 'S4' }, 1), quantiy: 1 }, 400, '#/quantiy', 'additional_properties'],
    ];
    const items = [...rows.map(([row]) => row), count({ sku: 'S5' }, 9)] as StockAdjustmentItem[];
    const results = await tp.stock.batch(items);
    for (const [index, [, status, pointer, code]] of rows.entries())
      expect(results[index], `row ${index}`).toMatchObject({
        ...{ index, status, data: null },
        problem: { status, errors: expect.arrayContaining([expect.objectContaining({ pointer, code })]) },
      });
    expect(results.at(-1)).toMatchObject({ status: 201, data: { sku: 'S5', on_hand: 9 } });
    expect(await onHand(tp)).toEqual({ S1: 5, S2: 5, S3: 5, S4: 5, S5: 9 });
  });

  it("doesn't count an invalid row among the rows that name a product", async () => {
    const { tp } = await shop(1);
    const results = await tp.stock.batch([count({ sku: 'S1' }, 9), count({ external_id: 'E1' }, -1)]);
    expect(results.map(({ status, problem }) => [status, problem?.errors[0]?.code])).toEqual([
      [201, undefined],
      [400, 'minimum'],
    ]);
    expect(await onHand(tp)).toEqual({ S1: 9 });
  });

  it('refuses all rows of a product that several rows name, however they name it', async () => {
    const { tp } = await shop(2);
    const results = await tp.stock.batch([
      count({ sku: 'S1' }, 1),
      count({ sku: 'S2' }, 2),
      count({ external_id: 'E1' }, 3),
    ]);
    expect(results.map(({ status, problem }) => [status, problem?.errors[0]])).toEqual([
      [400, { pointer: '#/sku', code: 'repeated', detail: 'several rows name this product' }],
      [201, undefined],
      [400, { pointer: '#/external_id', code: 'repeated', detail: 'several rows name this product' }],
    ]);
    expect(await onHand(tp)).toEqual({ S1: 5, S2: 2 });
  });

  it('takes 1000 rows, and tells each of 1000 wrong ones what is wrong', async () => {
    const { tp, tenantId } = await shop(1000, 0);
    const rows = Array.from({ length: 1000 }, (_, i) => count({ sku: `S${i + 1}` }, i + 1));
    const results = await tp.stock.batch(rows);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await sums(tenantId)).toEqual([{ balances: '500500', ledger: '500500' }]);
    const wrong = await tp.stock.batch(rows.map((row) => ({ ...row, sku: `X-${row.sku}` })));
    expect(new Set(wrong.map(({ problem }) => problem!.errors[0]!.pointer))).toEqual(new Set(['#/sku']));
  });

  it('refuses more than 1000 rows as a whole', async () => {
    const { tp } = await shop(1);
    const rows = Array.from({ length: 1001 }, () => count({ sku: 'S1' }, 1));
    await expect(tp.stock.batch(rows)).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await tp.stock.movements()).data).toEqual([]);
  });

  it('is done once under an Idempotency-Key', async () => {
    const { tp } = await shop(1);
    const send = () =>
      tp.stock.batch([count({ sku: 'S1' }, 2, { mode: 'delta' })], { idempotencyKey: 'night-1' });
    expect(await send()).toEqual(await send());
    expect(await onHand(tp)).toEqual({ S1: 7 });
  });
});

describe('batches of the same products in opposite order, beside orders', () => {
  it('end without a deadlock, and balances are what the ledger says', async () => {
    const { tp, tenantId } = await shop(40, 0);
    const rows = (by: number) =>
      Array.from({ length: 40 }, (_, i) => count({ sku: `S${i + 1}` }, by, { mode: 'delta' }));
    await tp.stock.batch(rows(1000));
    const { id: customer_id } = await buyer(tp);
    const order = (i: number) =>
      tp.orders.create({
        customer_id,
        items: [
          { sku: `S${40 - (i % 40)}`, quantity: 1 },
          { sku: 'S1', quantity: 1 },
        ],
      });
    const done = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 10 === 9 ? order(i) : tp.stock.batch(i % 2 === 0 ? rows(1) : rows(1).reverse()),
      ),
    );
    const batches = done.filter((each) => Array.isArray(each)).flat();
    expect(new Set(batches.map(({ status }) => status))).toEqual(new Set([201]));
    const [ledger] = await environment().context.db.query(
      `SELECT bool_and(b.on_hand = m.on_hand AND b.reserved = m.reserved) AS same FROM stock_balances b, LATERAL (
         SELECT sum(quantity) FILTER (WHERE type = 'adjustment') AS on_hand,
           coalesce(sum(quantity) FILTER (WHERE type = 'reservation'), 0) AS reserved
         FROM stock_movements WHERE tenant_id = b.tenant_id AND product_id = b.product_id) m
       WHERE b.tenant_id = $1`,
      [tenantId],
    );
    expect(ledger).toEqual({ same: true });
    expect(await onHand(tp)).toMatchObject({ S2: 1180, S40: 1180 });
  }, 600_000);
});

describe('a stock adjustment that names its product in the body', () => {
  it('does what one by id does', async () => {
    const { tp } = await environment().tenant();
    const { sku } = await stocked(tp, 3, { external_id: 'ERP-9' });
    const body = { mode: 'delta', quantity: 2, reason: 'receipt' } as const;
    expect((await tp.stock.adjust({ ...body, sku })).balance).toMatchObject({ sku, on_hand: 5 });
    expect((await tp.stock.adjust({ ...body, external_id: 'ERP-9' })).movement).toMatchObject({
      on_hand_after: 7,
    });
    await expect(tp.stock.adjust({ ...body, sku: 'NO' })).rejects.toMatchObject({
      code: 'invalid_reference',
      errors: [{ pointer: '#/sku' }],
    });
    await expect(tp.stock.adjust({ ...body, sku, quantity: -8 })).rejects.toMatchObject({
      code: 'insufficient_stock',
      errors: [{ pointer: '#/quantity' }],
    });
  });
});
