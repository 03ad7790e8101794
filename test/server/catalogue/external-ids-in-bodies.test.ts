import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

async function shop() {
  const { tp } = await environment().tenant();
  const category = await tp.categories.create({ name: 'Cafés', external_id: 'C 1' });
  const table = await tp.priceTables.create({
    name: 'A',
    code: 'A',
    kind: 'percentage',
    percentage: -10,
    external_id: 'T',
  });
  const promotion = await tp.promotions.create({
    name: 'A',
    external_id: 'P',
    discount: { type: 'percentage', percentage: 10 },
    target: { type: 'order' },
    requires_coupon: true,
  } as never);
  return {
    tp,
    ids: {
      category_id: category.id,
      parent_id: category.id,
      price_table_id: table.id,
      promotion_id: promotion.id,
    },
  };
}

/** The resource, the field, its external id, and a row that names it by that. */
const NAMED = [
  ['products', 'category_id', 'C 1', { name: 'Café', sku: 'S', price: 1 }],
  ['categories', 'parent_id', 'C 1', { name: 'Moídos' }],
  ['customers', 'price_table_id', 'T', { name: 'Maria', type: 'person' }],
  ['coupons', 'promotion_id', 'P', { code: 'VALE', discount: null }],
] as const;
const refusal = (pointer: string, code: string) => ({ errors: [{ pointer, code }] });

describe('a row that is named by your own id', () => {
  it.each(NAMED)('is found in %s, for %s', async (name, field, theirs, body) => {
    const { tp, ids } = await shop();
    const api = tp[name] as unknown as typeof tp.products;
    const external = field.replace('_id', '_external_id');
    const named = { ...body, [external]: theirs };
    const row = await api.create(named as never);
    expect(row).toMatchObject({ [field]: ids[field] });
    expect(row).not.toHaveProperty(external);
    const again = await api.update(row.id, { [external]: theirs } as never);
    expect(again.version).toBe(row.version);
    const unique = { ...named, ...('sku' in body && { sku: 'U' }), ...('code' in body && { code: 'U' }) };
    expect(await api.upsert('new', unique as never)).toMatchObject({ [field]: ids[field] });
    const other = {
      ...named,
      external_id: '2',
      ...('sku' in body && { sku: 'S2' }),
      ...('code' in body && { code: 'C2' }),
    };
    const results = await api.batch([
      other,
      { ...other, external_id: 'b', [external]: 'none' },
      { external_id: 'new', [external]: theirs },
    ] as never);
    expect(results).toMatchObject([
      { status: 201, data: { [field]: ids[field] } },
      { problem: refusal(`#/${external}`, 'invalid_reference') },
      { status: 200, data: { [field]: ids[field] } },
    ]);
    await expect(api.create({ ...named, [external]: 'none' } as never)).rejects.toMatchObject({
      status: 422,
      ...refusal(`#/${external}`, 'invalid_reference'),
    });
    await expect(
      api.update(row.id, { [external]: theirs, [field]: ids[field] } as never),
    ).rejects.toMatchObject({
      status: 400,
      errors: [{ detail: `must have at most one of ${field} and ${external}` }],
    });
    if (name !== 'coupons') {
      const cleared = await api.update(row.id, { [external]: null } as never);
      expect(cleared).toMatchObject({ [field]: null });
    }
  });

  it('may be created by an earlier row of the same batch', async () => {
    const { tp } = await environment().tenant();
    const results = await tp.categories.batch([
      { external_id: 'child', name: 'Early', parent_external_id: 'parent' },
      { external_id: 'parent', name: 'Parent' },
      { external_id: 'late', name: 'Late', parent_external_id: 'parent' },
    ]);
    expect(results).toMatchObject([
      { status: 422 },
      { status: 201 },
      { status: 201, data: { parent_id: results[1]!.data!.id } },
    ]);
  });

  it('is refused at the field that was sent, for any reason', async () => {
    const { tp } = await environment().tenant();
    const category = await tp.categories.create({ name: 'A', external_id: 'A' });
    await expect(tp.categories.update(category.id, { parent_external_id: 'A' })).rejects.toMatchObject(
      refusal('#/parent_external_id', 'category_cycle'),
    );
  });

  it('is the price table of an order, a quote and a coupon', async () => {
    const { tp, ids } = await shop();
    await tp.products.create({ name: 'Café', sku: 'S', price: 10, stock: { on_hand: 9 } });
    const { id: customer_id } = await tp.customers.create({ name: 'Maria', type: 'person' });
    const cart = { customer_id, items: [{ sku: 'S', quantity: 1 }] };
    const named = { ...cart, price_table_external_id: 'T' };
    expect(await tp.orders.quote(named)).toMatchObject({ price_table_id: ids.price_table_id, total: 9 });
    const order = await tp.orders.create(cart);
    expect(await tp.orders.update(order.id, { price_table_external_id: 'T' })).toMatchObject({ total: 9 });
    expect(await tp.orders.create(named)).toMatchObject({ total: 9 });
    await tp.priceTables.update(ids.price_table_id, { status: 'inactive' });
    const refused = refusal('#/price_table_external_id', 'invalid_reference');
    await expect(tp.orders.create(named)).rejects.toMatchObject(refused);
    await expect(tp.orders.quote({ ...named, price_table_external_id: 'none' })).rejects.toMatchObject(
      refused,
    );
  });

  it('is a category in the target of a promotion', async () => {
    const { tp, ids } = await shop();
    const promotion = {
      name: 'B',
      discount: { type: 'percentage', percentage: 1 },
      target: { type: 'categories', category_external_ids: ['C 1'] },
    } as const;
    expect(await tp.promotions.create(promotion as never)).toMatchObject({
      target: { type: 'categories', category_ids: [ids.category_id] },
    });
    const unknown = { ...promotion, target: { ...promotion.target, category_external_ids: ['none'] } };
    await expect(tp.promotions.create(unknown as never)).rejects.toMatchObject(
      refusal('#/target/category_external_ids/0', 'invalid_reference'),
    );
  });
});
