import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';

const environment = sharedEnvironment();
const newTenant = () => environment().tenant();
const bySku = { matchBy: 'sku' } as const;
const byTaxId = { matchBy: 'tax_id' } as const;
const product = { name: 'Café', price: 1 };
const company = { type: 'company', name: 'Serra Alta' } as const;
const CNPJ = ['12.345.678/0001-95', '12345678000195'] as const;

async function kindsOf({ tp }: TestTenant): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { event_type } of tp.events.list()) kinds.push(event_type);
  return kinds;
}
const outcomes = (results: readonly { status: number; problem: { code: string } | null }[]) =>
  results.map(({ status, problem }) => problem?.code ?? status);

describe("what began in the shop and what comes from the ERP become one row, which the second night doesn't write", () => {
  it('of products, by SKU', async () => {
    const tenant = await newTenant();
    const { tp } = tenant;
    const shop = await tp.products.create({ ...product, sku: 'CAF-1', brand: 'Serra' });
    const night = () =>
      tp.products.batch(
        [
          { sku: ' CAF-1', external_id: 'ERP-1', price: 2 },
          { ...product, sku: 'CAF-2', external_id: 'ERP-2', stock: { on_hand: 3 } },
        ],
        bySku,
      );
    const first = await night();
    expect(outcomes(first)).toEqual([200, 201]);
    expect(first[0]!.data).toMatchObject({
      ...{ id: shop.id, external_id: 'ERP-1', sku: 'CAF-1', price: 2, brand: 'Serra', version: 2 },
    });
    expect(first[1]!.data!.stock.on_hand).toBe(3);
    expect(await tp.products.getByExternalId('ERP-1')).toEqual(first[0]!.data);
    const rows = [
      { sku: 'CAF-1', external_id: 'ERP-1', price: 2 },
      { ...product, sku: 'CAF-2', external_id: 'ERP-2' },
    ];
    for (const options of [bySku, {}] as const)
      expect((await tp.products.batch(rows, options)).map(({ data }) => data)).toEqual(
        first.map(({ data }) => data),
      );
    expect(await kindsOf(tenant)).toEqual(['product.created', 'product.updated', 'product.created']);
  });

  it('of customers, by a tax id of the same kind: a foreign one may have the digits of a CPF', async () => {
    const { tp } = await newTenant();
    const [digits, masked] = ['52998224725', '529.982.247-25'];
    const john = { type: 'person', name: 'John', tax_id: digits, tax_id_type: 'foreign' } as const;
    const foreigner = await tp.customers.create({ ...john, external_id: 'J' });
    const maria = { type: 'person', name: 'Maria', tax_id: masked } as const;
    const [made, again] = [
      await tp.customers.batch([maria], byTaxId),
      await tp.customers.batch(
        [
          { ...maria, phone: null },
          { ...john, trade_name: 'J' },
        ],
        byTaxId,
      ),
    ];
    expect([outcomes(made), outcomes(again)]).toEqual([[201], [200, 200]]);
    expect(again.map(({ data }) => data!.id)).toEqual([made[0]!.data!.id, foreigner.id]);
    expect(await tp.customers.get(foreigner.id)).toMatchObject({ name: 'John', tax_id_type: 'foreign' });
    const ofKind = [
      [maria, made[0]!.data!.id],
      [john, foreigner.id],
    ] as const;
    for (const [body, existing_id] of ofKind)
      await expect(tp.customers.create(body)).rejects.toMatchObject({
        ...{ status: 409, code: 'already_exists', problem: { existing_id } },
      });
    expect((await tp.customers.list({ tax_id: digits })).data.map(({ id }) => id)).toEqual([
      made[0]!.data!.id,
    ]);
    const order = { external_id: 'O', placed_at: '2024-05-10T13:20:00.000Z', status: 'Pending' } as const;
    await tp.products.create({ ...product, sku: 'P' });
    const items = [{ sku: 'P', quantity: 1, unit_price: 1 }];
    const { results } = await tp.orders.import({ items: [{ ...order, customer_tax_id: digits, items }] });
    expect(results[0]!.data!.customer_id).toBe(made[0]!.data!.id);
    await expect(
      tp.customers.update(made[0]!.data!.id, { tax_id_type: 'foreign', tax_id: digits }),
    ).rejects.toMatchObject({ status: 409 });
  });

  it('of customers, by none of a foreigner who has none', async () => {
    const { tp } = await newTenant();
    const john = { type: 'person', name: 'John', tax_id_type: 'foreign' } as const;
    for (const tax_id of ['-', 'ISENTO', ' isenta ']) {
      expect(await tp.customers.create({ ...john, tax_id })).toMatchObject({
        tax_id: null,
        tax_id_type: null,
      });
      const [row] = await tp.customers.batch([{ ...john, tax_id }], byTaxId);
      expect(row!.problem).toMatchObject({ errors: [{ pointer: '#/tax_id', code: 'required' }] });
    }
  });

  it('finds what it made, whatever blanks are in the SKU or the tax id', async () => {
    const { tp } = await newTenant();
    const skus = ['M\u00a0B', ' M\tB', 'M\u202fB\u00a0', 'M B'];
    const results = [];
    for (const sku of skus) results.push(...(await tp.products.batch([{ ...product, sku }], bySku)));
    expect(outcomes(results)).toEqual([201, 200, 200, 200]);
    const ofId = { ...company, tax_id_type: 'foreign' } as const;
    const customers = [];
    for (const tax_id of ['AB\u00a01', ' AB\t1', 'AB 1'])
      customers.push(...(await tp.customers.batch([{ ...ofId, tax_id }], byTaxId)));
    for (const tax_id of ['12.345.678/0001\u201395', ' 12\u00a0345\u00a0678/0001-95'])
      customers.push(...(await tp.customers.batch([{ ...company, tax_id }], byTaxId)));
    expect(outcomes(customers)).toEqual([201, 200, 200, 201, 200]);
  });

  it('of customers, by tax id, whatever its mask', async () => {
    const tenant = await newTenant();
    const { tp } = tenant;
    const shop = await tp.customers.create({ ...company, tax_id: CNPJ[0], email: 'a@example.com' });
    const foreign = await tp.customers.create({ ...company, tax_id: 'AB-1', tax_id_type: 'foreign' });
    const night = (mask: string) =>
      tp.customers.batch(
        [
          { tax_id: mask, external_id: 'C-1', name: 'Serra Alta Ltda' },
          { tax_id: ' AB-1 ', tax_id_type: 'foreign', external_id: 'C-2' },
          { type: 'person', name: 'Maria', tax_id: '529.982.247-25', external_id: 'C-3' },
        ],
        byTaxId,
      );
    const first = await night(CNPJ[1]);
    expect(outcomes(first)).toEqual([200, 200, 201]);
    expect(first[0]!.data).toMatchObject({
      ...{ id: shop.id, external_id: 'C-1', name: 'Serra Alta Ltda', email: 'a@example.com', version: 2 },
      tax_id: CNPJ[1],
    });
    expect(first[1]!.data).toMatchObject({ id: foreign.id, external_id: 'C-2', tax_id: 'AB-1' });
    for (const mask of [...CNPJ, ' 12 345 678/0001-95 '])
      expect((await night(mask)).map(({ data }) => data)).toEqual(first.map(({ data }) => data));
    const events = await kindsOf(tenant);
    expect([events.length, events.filter((kind) => kind === 'customer.updated').length]).toEqual([5, 2]);
  });
});

it('says of an event that the external id has changed', async () => {
  const { tp } = await newTenant();
  await tp.products.create({ ...product, sku: 'A' });
  await tp.products.batch([{ sku: 'A', external_id: 'E' }], bySku);
  const { data } = await tp.events.list();
  expect(data[1]).toMatchObject({
    event_type: 'product.updated',
    data: { changed_fields: ['external_id'], product: { external_id: 'E' } },
  });
});

it('writes a row that a batch has twice in their order, as without match_by', async () => {
  const { tp } = await newTenant();
  const rows = [2, 3, 3].map((price) => ({ ...product, sku: 'A', external_id: 'E', price }));
  for (const options of [bySku, {}] as const) {
    const results = await tp.products.batch(rows, options);
    expect(outcomes(results).slice(1)).toEqual([200, 200]);
    expect(results.map(({ data }) => data!.price)).toEqual([2, 3, 3]);
    expect(results[2]!.data).toEqual(results[1]!.data);
  }
});

describe('an external id', () => {
  it('stays where the row has none or null', async () => {
    const { tp } = await newTenant();
    const { id } = await tp.products.create({ ...product, sku: 'A', external_id: 'E' });
    const rows = [{ sku: 'A', external_id: null, price: 2 } as const, { sku: 'A', price: 3 }];
    for (const row of rows)
      expect((await tp.products.batch([row], bySku))[0]!.data).toMatchObject({
        id,
        external_id: 'E',
        price: row.price,
      });
  });

  it('is never replaced by another one, and the refusal names the row', async () => {
    const { tp } = await newTenant();
    const kept = await tp.products.create({ ...product, sku: 'A', external_id: 'E' });
    const results = await tp.products.batch(
      [
        { ...product, sku: 'B', external_id: 'F' },
        { sku: 'A', external_id: 'OTHER', price: 2 },
      ],
      bySku,
    );
    expect(outcomes(results)).toEqual([201, 'already_exists']);
    expect(results[1]!.problem).toMatchObject({
      ...{ status: 409, existing_id: kept.id, existing_external_id: 'E' },
      errors: [{ pointer: '#/external_id', detail: 'the product with this sku has another one' }],
    });
    expect(await tp.products.get(kept.id)).toEqual(kept);
  });

  it('that another row has is refused with that row, of a new row and of one that exists', async () => {
    const { tp } = await newTenant();
    await tp.products.create({ ...product, sku: 'A' });
    const { id } = await tp.products.create({ ...product, sku: 'B', external_id: 'E' });
    const results = await tp.products.batch(
      [
        { sku: 'A', external_id: 'E' },
        { ...product, sku: 'NEW', external_id: 'E' },
        { sku: 'B', external_id: 'E', price: 2 },
      ],
      bySku,
    );
    expect(outcomes(results)).toEqual(['already_exists', 'already_exists', 200]);
    for (const { problem } of results.slice(0, 2))
      expect(problem).toMatchObject({
        ...{ existing_id: id, existing_external_id: 'E' },
        errors: [{ pointer: '#/external_id', code: 'already_exists' }],
      });
  });
});

describe('a row', () => {
  it('without what is matched is refused, with all that is wrong with it', async () => {
    const { request } = await newTenant();
    const send = async (path: string, match_by: string, items: unknown[]) => {
      const response = await request('POST', path, { body: { match_by, items } });
      const { results } = (await response.json()) as {
        results: { problem: { code: string; errors: { pointer: string; code: string }[] } }[];
      };
      return results.map(({ problem }) => problem.errors.map(({ pointer, code }) => `${pointer} ${code}`));
    };
    expect(
      await send('/products/batch', 'sku', [
        { ...product, external_id: 'E' },
        { price: -1 },
        {},
        { ...product, sku: 5 },
        { ...product, sku: null },
        { sku: 'NEW' },
        'row',
      ]),
    ).toEqual([
      ['#/sku required'],
      ['#/sku required', '#/price minimum'],
      ['#/sku required', '# min_properties'],
      ['#/sku type'],
      ['#/sku required'],
      ['#/name required', '#/price required'],
      ['# type'],
    ]);
    expect(
      await send('/customers/batch', 'tax_id', [
        company,
        { ...company, tax_id: null },
        { ...company, tax_id: '1' },
      ]),
    ).toEqual([['#/tax_id required'], ['#/tax_id required'], ['#/tax_id invalid_tax_id']]);
  });

  it('finds what an earlier row of the batch has created or given an external id', async () => {
    const { tp } = await newTenant();
    const results = await tp.products.batch(
      [
        { ...product, sku: 'A' },
        { sku: 'A ', external_id: 'E' },
        { sku: 'A', external_id: 'F' },
        { sku: 'A', external_id: 'E', price: 2 },
      ],
      bySku,
    );
    expect(outcomes(results)).toEqual([201, 200, 'already_exists', 200]);
    expect(results[3]!.data).toMatchObject({ external_id: 'E', price: 2, version: 3 });
    expect(results[2]!.problem).toMatchObject({
      existing_id: results[0]!.data!.id,
      existing_external_id: 'E',
    });
  });

  it("doesn't find deleted rows, nor those of others", async () => {
    const [{ tp }, { tp: other }] = [await newTenant(), await newTenant()];
    const { id } = await tp.customers.create({ ...company, tax_id: CNPJ[0] });
    await other.customers.create({ ...company, tax_id: CNPJ[0] });
    await tp.customers.delete(id);
    const [result] = await tp.customers.batch([{ ...company, tax_id: CNPJ[1], external_id: 'C' }], byTaxId);
    expect(result).toMatchObject({ status: 201, data: { external_id: 'C' } });
    expect(result!.data!.id).not.toBe(id);
  });
});

it.each([
  ['/products/batch', 'tax_id', 'enum'],
  ['/customers/batch', 'sku', 'enum'],
  ['/products/batch', null, 'type'],
  ['/categories/batch', 'slug', 'additional_properties'],
])('POST %s refuses match_by %s', async (path, match_by, code) => {
  const { request } = await newTenant();
  const response = await request('POST', path, { body: { match_by, items: [{}] } });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ pointer: '#/match_by', code }] },
  ]);
});

it('of 20 batches at once by SKU and by external id none deadlocks, and no product is there twice', async () => {
  const { tp } = await newTenant();
  const { db } = environment().context;
  const rows = Array.from({ length: 60 }, (_, n) => ({ ...product, sku: `S${n}`, external_id: `E${n}` }));
  // A third is the shop's, with no external id; the others are new.
  await tp.products.batch(rows.slice(0, 20).map(({ external_id: _, ...row }) => row));
  const batches = Array.from({ length: 20 }, (_, n) => {
    const some = rows.slice(n % 3 === 0 ? 0 : (n % 5) * 10, n % 3 === 0 ? 60 : (n % 5) * 10 + 10);
    const priced = some.map((row) => ({ ...row, price: 1 + (n % 4) }));
    return tp.products.batch(n % 2 ? priced.reverse() : priced, n % 4 < 2 ? bySku : {});
  });
  const results = (await Promise.all(batches)).flat();
  const refused = results.flatMap(({ problem }) => problem ?? []);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(refused.length ? ['already_exists'] : []));
  expect(outcomes(await tp.products.batch(rows, bySku))).toEqual(rows.map(() => 200));
  const { data } = await tp.products.list({ limit: 100 });
  expect(new Map(data.map(({ sku, external_id }) => [sku, external_id]))).toEqual(
    new Map(rows.map(({ sku, external_id }) => [sku, external_id])),
  );
  expect(data.length).toBe(rows.length);
  const deadlocks = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
  expect(await db.query(deadlocks, [])).toEqual([{ deadlocks: 0 }]);
});
