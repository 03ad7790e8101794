import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
type Tenant = Awaited<ReturnType<ReturnType<typeof environment>['tenant']>>;

const textOf = async (tenant: Tenant, path: string) =>
  (await tenant.request('GET', `/exports${path}`)).text();

describe('the fields of an export', () => {
  it('are its columns in the order asked for, in CSV and NDJSON', async () => {
    const tenant = await environment().tenant();
    const { id } = await tenant.tp.products.create({ name: 'Café', sku: 'A-1', price: 1.5 });
    const fields = 'fields=sku,stock.on_hand,id,stock.available';
    expect(await textOf(tenant, `/products?format=csv&${fields}`)).toBe(
      `sku,stock.on_hand,id,stock.available\r\nA-1,0,${id},0\r\n`,
    );
    expect(await textOf(tenant, `/products?format=ndjson&${fields}`)).toBe(
      `{"sku":"A-1","stock":{"on_hand":0,"available":0},"id":${id}}\n`,
    );
  });

  it.each([
    ['fields=id,nome', 'fields', 'nome'],
    ['fields=id,stock', 'fields', 'stock'],
    ['fields=id,sku,id', 'fields', "'id' more than once"],
    ['fields=', 'fields', ''],
    ['dialect=excel-br', 'dialect', 'ndjson'],
  ])('%s is refused', async (query, parameter, found) => {
    const tenant = await environment().tenant();
    const response = await tenant.request('GET', `/exports/products?format=ndjson&${query}`);
    const { errors } = (await response.json()) as { errors: { parameter: string; detail: string }[] };
    expect([response.status, errors.map((each) => each.parameter)]).toEqual([400, [parameter]]);
    expect(errors[0]!.detail).toContain(found);
  });
});

it('excel-br has semicolons, decimal commas and a byte order mark', async () => {
  const tenant = await environment().tenant();
  await tenant.tp.products.create({ name: 'Café; 1,5', sku: '007.5', price: 1234.5, gtin: '7891234567895' });
  const path = '/products?format=csv&fields=sku,name,price,gtin,metadata,cost_price&dialect=excel-br';
  const bytes = Buffer.from(await (await tenant.request('GET', `/exports${path}`)).arrayBuffer());
  expect(bytes.toString('utf8')).toBe(
    '\ufeffsku;name;price;gtin;metadata;cost_price\r\n007.5;"Café; 1,5";1234,5;7891234567895;{};\r\n',
  );
  const exported = () =>
    tenant.tp.products.export({ format: 'csv', fields: ['name', 'price'], dialect: 'excel-br' });
  for await (const row of exported()) expect(row).toEqual({ name: 'Café; 1,5', price: '1234,5' });
  expect(await exported().text()).toBe('\ufeffname;price\r\n"Café; 1,5";1234,5\r\n');
});

describe('texts that begin like a formula', () => {
  const PLAIN = [
    '+55 41 99999-9999',
    '+55 (41) 99999-9999',
    '-12.50',
    '-12,50',
    '+5541999999999',
    '-10%',
    '- 1',
  ];
  const FORMULAS = [
    '=HYPERLINK("x")',
    '@SUM(1)',
    '+cmd|x',
    '-',
    '+',
    '-2+3+cmd',
    '+55 41 ramal 2',
    '＋55',
    '=1',
  ];

  it('stay as they are if they are numbers or phones, and are escaped otherwise', async () => {
    const tenant = await environment().tenant();
    for (const [at, brand] of [...PLAIN, ...FORMULAS].entries())
      await tenant.tp.products.create({ name: 'x', sku: `S${at}`, price: 1, brand });
    const rows = tenant.tp.products.export({ format: 'csv', fields: ['brand'] });
    const brands: string[] = [];
    for await (const { brand } of rows) brands.push(brand!);
    expect(brands).toEqual([...PLAIN, ...FORMULAS.map((text) => `'${text}`)]);
    const kept: string[] = [];
    for await (const { brand } of tenant.tp.products.export({
      format: 'csv',
      fields: ['brand'],
      formulas: 'keep',
    }))
      kept.push(brand!);
    expect(kept).toEqual([...PLAIN, ...FORMULAS]);
  });
});

describe('order lines', () => {
  it('are a row each, with what is known of their order, customer and product', async () => {
    const tenant = await environment().tenant();
    const { tp } = tenant;
    const a = await tp.products.create({
      name: 'Café',
      sku: 'A',
      price: 10,
      external_id: 'P-A',
      track_stock: false,
    });
    const b = await tp.products.create({ name: 'Chá', sku: 'B', price: 0.125, track_stock: false });
    const customer = await tp.customers.create({ type: 'person', name: 'Maria', external_id: 'C-1' });
    const items = [
      { product_id: a.id, quantity: 2 },
      { product_id: b.id, quantity: 3, unit_price: 0.5, discount: 0.1 },
    ];
    const order = await tp.orders.create({
      ...{ customer_id: customer.id, items, external_id: 'O-1', channel: 'shop' },
      salesperson: { name: 'Ana', external_id: 'V-1' },
      charges: [
        { type: 'ipi', amount: 1.25, item: 1 },
        { type: 'other', amount: 9 },
      ],
    });
    await tp.orders.create({
      customer_id: customer.id,
      items: [{ product_id: b.id, quantity: 1, unit_price: 1 }],
    });
    await tp.products.update(a.id, { name: 'Café novo', sku: 'A2' });
    const rows = await tenant.tp.orders.exportLines({ format: 'ndjson', external_id: 'O-1' }).text();
    const lines = rows
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        ...{ order_id: order.id, order_external_id: 'O-1', line: 1, status: 'Pending', channel: 'shop' },
        ...{
          salesperson_name: 'Ana',
          customer_id: customer.id,
          customer_external_id: 'C-1',
          product_id: a.id,
        },
        ...{
          product_external_id: 'P-A',
          sku: 'A',
          name: 'Café',
          quantity: 2,
          unit_price: 10,
          price_source: 'product',
        },
        ...{
          subtotal: 20,
          discount: 0,
          order_discount: 0,
          total: 20,
          charges_total: 0,
          returned_quantity: 0,
        },
      },
      {
        line: 2,
        sku: 'B',
        unit_price: 0.5,
        discount: 0.1,
        total: 1.4,
        charges_total: 1.25,
        price_source: 'agreed',
      },
    ]);
    const all: unknown[] = [];
    for await (const { order_id, line } of tp.orders.exportLines({ format: 'csv', sort: '-id' }))
      all.push([order_id, line]);
    expect(all).toEqual([
      [String(order.id + 1), '1'],
      [String(order.id), '1'],
      [String(order.id), '2'],
    ]);
    expect(await textOf(tenant, '/order-lines?format=csv&fields=sku,total&customer_external_id=nobody')).toBe(
      'sku,total\r\n',
    );
  });
});

describe('a compressed response', () => {
  it('has the same text, and is read by the SDK as it comes', async () => {
    const tenant = await environment().tenant();
    const rows = Array.from({ length: 100 }, (_, n) => ({ name: `Café ${n}`, sku: `S-${n}`, price: n }));
    for (let n = 0; n < 3; n += 1)
      await tenant.tp.products.batch(rows.map((row) => ({ ...row, sku: `${row.sku}-${n}` })));
    for (const path of [
      '/exports/products?format=csv',
      '/exports/products?format=ndjson',
      '/products?limit=200',
    ]) {
      const plain = await tenant.request('GET', path, { headers: { 'Accept-Encoding': 'identity' } });
      const zipped = await tenant.request('GET', path, { headers: { 'Accept-Encoding': 'gzip' } });
      expect([plain.headers.get('content-encoding'), zipped.headers.get('content-encoding')]).toEqual([
        null,
        'gzip',
      ]);
      expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
      expect(await zipped.text()).toBe(await plain.text());
    }
    let read = 0;
    for await (const _ of tenant.tp.products.export({ format: 'ndjson' })) read += 1;
    expect(read).toBe(300);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip;q=0.5, deflate', 'deflate'],
    ['*', 'br'],
    ['gzip;q=0', null],
    ['zstd', null],
  ])('has what a client with Accept-Encoding: %s prefers', async (accepted, encoding) => {
    const tenant = await environment().tenant();
    const row = { name: 'Café', sku: 'CAF', description: 'Torra clara. '.repeat(100), price: 1 };
    const { id } = await tenant.tp.products.create(row);
    const encodingOf = async (path: string, method = 'GET') => {
      const headers = { 'Accept-Encoding': accepted };
      const response = await tenant.request(method, path, { headers });
      if (method === 'GET') expect(JSON.parse(await response.text())).toBeTruthy();
      return response.headers.get('content-encoding');
    };
    expect(await encodingOf('/products')).toBe(encoding);
    // Its ETag names its bytes, and short bodies and those of HEAD aren't compressed.
    expect(await encodingOf(`/products/${id}`)).toBe(null);
    expect(await encodingOf('/customers')).toBe(null);
    expect(await encodingOf('/products', 'HEAD')).toBe(null);
  });
});
