import type { StockAdjustmentCreate } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { buyer, stocked } from '../../support/shop.ts';

const environment = sharedEnvironment();

async function product(onHand: number) {
  const { tp } = await environment().tenant();
  const { id, sku } = await stocked(tp, onHand);
  const adjust = (body: Omit<StockAdjustmentCreate, 'reason'>) =>
    tp.products.adjustStock(id, { reason: 'count', ...body });
  return {
    tp,
    id,
    sku,
    adjust,
    ledger: async () => (await tp.stock.movements({ product_id: id, limit: 200 })).data,
  };
}

describe('a stock adjustment', () => {
  it('sets the counted quantity, or adds a positive or negative delta', async () => {
    const { tp, id, sku, adjust, ledger } = await product(0);
    const steps: [Omit<StockAdjustmentCreate, 'reason'>, quantity: number, onHand: number][] = [
      [{ mode: 'set', quantity: 100 }, 100, 100],
      [{ mode: 'delta', quantity: 20.125, reference: 'NF 1234' }, 20.125, 120.125],
      [{ mode: 'delta', quantity: -0.125 }, -0.125, 120],
      [{ mode: 'set', quantity: 7 }, -113, 7],
      [{ mode: 'set', quantity: 7 }, 0, 7],
      [{ mode: 'delta', quantity: -7 }, -7, 0],
    ];
    const { prefix } = (await tp.me()).api_key;
    for (const [body, quantity, on_hand] of steps) {
      const { movement, balance } = await adjust(body);
      expect(balance).toMatchObject({ product_id: id, sku, on_hand, reserved: 0, available: on_hand });
      expect(movement).toMatchObject({
        ...{
          product_id: id,
          type: 'adjustment',
          quantity,
          on_hand_after: on_hand,
          reserved_after: 0,
          reason: 'count',
        },
        ...{ reference: body.reference ?? null, order_id: null, actor: `api_key:${prefix}` },
      });
      expect((await tp.stock.list({ sku })).data).toEqual([balance]);
    }
    expect((await ledger()).map(({ quantity }) => quantity)).toEqual(steps.map(([, quantity]) => quantity));
  });

  it.each([
    ['of the product', (id: number) => `/stock/${id}/adjustments`, {}],
    ['by SKU', () => '/stock-adjustments', { sku: 'CAF' }],
  ])('%s names its movement, which is at an address of its own', async (_how, path, named) => {
    const { tp, request } = await environment().tenant();
    const { id } = await tp.products.create({ name: 'Café', sku: 'CAF', price: 1 });
    const body = { ...named, mode: 'delta', quantity: 5, reason: 'receipt' };
    const response = await request('POST', path(id), { body });
    const { movement } = (await response.json()) as { movement: { id: number } };
    expect(response.headers.get('Location')).toBe(`/api/v1/stock-movements/${movement.id}`);
    expect(await tp.stock.getMovement(movement.id)).toEqual(movement);
    const stranger = await environment().tenant();
    await expect(stranger.tp.stock.getMovement(movement.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is found in the ledger by the time at which it was written', async () => {
    const { tp, id, adjust } = await product(0);
    for (const quantity of [1, 2, 3]) await adjust({ mode: 'delta', quantity });
    await environment().context.db.query(
      `UPDATE stock_movements SET created_at = '2026-02-01Z'::timestamptz + quantity * interval '1 day' WHERE product_id = $1`,
      [id],
    );
    const found = async (query: object) =>
      (await tp.stock.movements({ product_id: id, ...query })).data.map(({ quantity }) => quantity);
    const [second, third] = ['2026-02-03T00:00:00.000Z', '2026-02-04T00:00:00.000Z'];
    expect(await found({ created_since: second })).toEqual([2, 3]);
    expect(await found({ created_before: third })).toEqual([1, 2]);
    expect(await found({ created_since: second, created_before: third, sort: '-id' })).toEqual([2]);
  });

  it.each(['initial', 'count', 'receipt', 'return', 'damage', 'loss', 'correction', 'other'] as const)(
    'accepts the reason %s',
    async (reason) => {
      const { tp, id } = await product(1);
      expect(
        (await tp.products.adjustStock(id, { mode: 'delta', quantity: 1, reason })).movement.reason,
      ).toBe(reason);
    },
  );

  it('is refused if on_hand differs from expected_on_hand', async () => {
    const { adjust, ledger } = await product(10.5);
    await expect(adjust({ mode: 'delta', quantity: 1, expected_on_hand: 10 })).rejects.toMatchObject({
      status: 409,
      code: 'stale_stock',
      errors: [
        { pointer: '#/expected_on_hand', code: 'stale_stock', detail: expect.stringContaining('10.5') },
      ],
    });
    expect((await adjust({ mode: 'delta', quantity: 1, expected_on_hand: 10.5 })).balance.on_hand).toBe(11.5);
    expect((await ledger()).length).toBe(2);
  });

  it('is refused if it would leave on_hand below zero', async () => {
    const { adjust, ledger } = await product(2);
    await expect(adjust({ mode: 'delta', quantity: -2.001 })).rejects.toMatchObject({
      status: 409,
      code: 'insufficient_stock',
      errors: [{ pointer: '#/quantity', code: 'insufficient_stock' }],
    });
    await expect(adjust({ mode: 'set', quantity: -1 })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: '#/quantity' }],
    });
    expect((await ledger()).length).toBe(1);
  });

  it('may set on_hand below what orders have reserved', async () => {
    const { tp, sku, adjust } = await product(5);
    const { id: customer_id } = await buyer(tp);
    await tp.orders.create({ customer_id, items: [{ sku, quantity: 4 }] });
    const { balance, movement } = await adjust({ mode: 'set', quantity: 3 });
    expect([balance.reserved, balance.available, movement.reserved_after]).toEqual([4, -1, 4]);
  });

  it("returns 404 for a deleted product and for another tenant's", async () => {
    const { tp, id, adjust } = await product(1);
    const { tp: stranger } = await environment().tenant();
    const missing = { status: 404, code: 'not_found' };
    await expect(
      stranger.products.adjustStock(id, { mode: 'set', quantity: 1, reason: 'count' }),
    ).rejects.toMatchObject(missing);
    await tp.products.delete(id);
    await expect(adjust({ mode: 'set', quantity: 1 })).rejects.toMatchObject(missing);
    expect((await tp.stock.list()).data).toEqual([]);
    expect((await tp.stock.movements({ product_id: id })).data.length).toBe(1);
  });
});

describe('50 concurrent stock adjustments', () => {
  it('add up exactly, with every step in the ledger', async () => {
    const { tp, sku, adjust, ledger } = await product(1);
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => adjust({ mode: 'delta', quantity: i % 2 === 0 ? 0.3 : 0.001 })),
    );
    expect((await tp.stock.list({ sku })).data[0]!.on_hand).toBe(8.525);
    const milli = (value: number) => Math.round(value * 1000);
    const steps = await ledger();
    expect(steps.length).toBe(51);
    for (const [i, { quantity, on_hand_after }] of steps.entries())
      expect(milli(on_hand_after)).toBe(milli(steps[i - 1]?.on_hand_after ?? 0) + milli(quantity));
  });

  it('cannot take more than is on hand', async () => {
    const { tp, sku, adjust, ledger } = await product(20);
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, () => adjust({ mode: 'delta', quantity: -1 })),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(20);
    expect((await tp.stock.list({ sku })).data[0]!.on_hand).toBe(0);
    expect((await ledger()).length).toBe(21);
  });

  it('with the same expected_on_hand succeed only once', async () => {
    const { adjust } = await product(20);
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, () => adjust({ mode: 'delta', quantity: 1, expected_on_hand: 20 })),
    );
    const codes = settled.map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'done',
    );
    expect(codes.toSorted()).toEqual(['done', ...Array.from({ length: 49 }, () => 'stale_stock')]);
  });
});
