import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const refusal = async (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    ({ problem }: { readonly problem: object }) => problem,
  );
const product = { name: 'Café', price: 1 };
const discount = { type: 'percentage', percentage: 10 } as const;

/** Two rows of each resource that want the same value, and the field that has it. */
const TAKEN = [
  ['products', 'sku', { ...product, sku: 'A, (1) = 0' }, { ...product, sku: 'A, (1) = 0' }],
  [
    'products',
    'external_id',
    { ...product, sku: 'A', external_id: 'E 1' },
    { ...product, sku: 'B', external_id: 'E 1' },
  ],
  [
    'customers',
    'tax_id',
    { type: 'company', name: 'A', tax_id: '11.222.333/0001-81' },
    { type: 'company', name: 'B', tax_id: '11222333000181' },
  ],
  ['products', 'sku', { ...product, sku: 'A, 0' }, { ...product, sku: 'A, 0' }],
  ['categories', 'slug', { name: 'A', slug: 'a' }, { name: 'B', slug: 'a' }],
  ['priceTables', 'code', { name: 'A', code: 'A', kind: 'fixed' }, { name: 'B', code: 'A', kind: 'fixed' }],
  ['coupons', 'code', { code: 'Vale10', discount }, { code: 'VALE10', discount }],
  [
    'promotions',
    'external_id',
    { name: 'A', external_id: 'P', discount, target: { type: 'order' } },
    { name: 'B', external_id: 'P', discount, target: { type: 'order' } },
  ],
] as const;

describe('a value that another row has', () => {
  it.each(TAKEN)('is refused with the ids of that row: %s.%s', async (name, field, first, second) => {
    const [{ tp }, { tp: other }] = [await environment().tenant(), await environment().tenant()];
    const of = (api: typeof tp) => api[name] as unknown as typeof tp.products;
    await of(other).create({ external_id: 'theirs', ...first } as never);
    const row = await of(tp).create({ external_id: 'mine', ...first } as never);
    const noun = name.replace('priceT', 'price t').replace(/ies$/, 'y').replace(/s$/, '');
    const detail = `belongs to ${noun} ${row.id} (external_id ${row.external_id})`;
    const existing = {
      code: 'already_exists',
      detail: `The ${field} ${detail} already.`,
      errors: [{ pointer: `#/${field}`, detail }],
      existing_id: row.id,
      existing_external_id: row.external_id,
    };
    expect(await refusal(of(tp).create(second as never))).toMatchObject(existing);
    const results = await of(tp).batch([{ ...second, external_id: null }, second, 'no row'] as never);
    if (field !== 'external_id') {
      expect(results[0]!.problem).toMatchObject(existing);
      expect(await refusal(of(tp).upsert('new', second as never))).toMatchObject(existing);
      const changed = await of(tp)
        .create({ ...second, [field]: undefined, ...distinct(field) } as never)
        .catch(() => undefined);
      if (changed)
        expect(
          await refusal(
            of(tp).update(changed.id, { [field]: (second as Record<string, unknown>)[field] } as never),
          ),
        ).toMatchObject(existing);
    }
  });

  it("is found in full, also where it ends as the indexes of other tables' keys do", async () => {
    const { tp } = await environment().tenant();
    const [{ id: customer_id }, { id: product_id }] = [
      await tp.customers.create({ type: 'company', name: 'A' }),
      await tp.products.create({ ...product, sku: 'A', track_stock: false }),
    ];
    const order = { customer_id, items: [{ product_id, quantity: 1 }] };
    const placed = await tp.orders.create({ ...order, external_id: 'O, 0' });
    await tp.orders.create({ ...order, external_id: 'O' });
    expect(await refusal(tp.orders.create({ ...order, external_id: 'O, 0' }))).toMatchObject({
      existing_id: placed.id,
      existing_external_id: 'O, 0',
    });
  });

  it('refers to an earlier row of the same batch', async () => {
    const { tp } = await environment().tenant();
    const items = [
      { ...product, sku: 'A', external_id: '1' },
      { ...product, sku: 'A', external_id: '2' },
    ];
    const results = await tp.products.batch(items);
    expect(results[1]!.problem).toMatchObject({
      existing_id: results[0]!.data!.id,
      existing_external_id: '1',
    });
  });
});

const distinct = (field: string) =>
  field === 'slug' ? {} : { [field]: field === 'tax_id' ? null : 'other' };
