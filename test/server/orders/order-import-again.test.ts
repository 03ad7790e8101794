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
  await tp.orders.update(placed.id, { metadata: { picked_by: 'Eva' } });
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
    '#/shipping/amount is 0 in the order',
  ]);
  const dear = item({ shipping: { amount: 3 }, charges: [{ type: 'ipi', amount: 1 }] });
  await send([dear]);
  const { shipping: _, charges: __, ...cheap } = dear;
  expect(refused((await send([cheap]))[0]!).slice(1)).toEqual([
    '#/shipping/amount order_differs',
    '#/charges order_differs',
  ]);
});

it('takes what a row leaves empty, and what was added since, for no difference', async () => {
  const { item, send, tp } = await shopToImport(environment());
  const paid = (amount: number, reference: string) => ({
    ...{ amount, reference, method: 'pix', paid_at: PLACED },
  });
  const full = item({
    ...{ status: 'In_Transit', payments: [paid(10, 'A'), paid(5, 'B')], metadata: { route: '7' } },
    status_history: [
      { status: 'Pending', at: PLACED },
      { status: 'In_Transit', at: SHIPPED },
    ],
    delivery_attempts: [{ outcome: 'failed', at: SHIPPED }],
  });
  const [row] = await send([full]);
  const { id } = row!.data!;
  await tp.orders.addPayment(id, { amount: 1, method: 'cash' });
  await tp.orders.refund(id, { amount: 2, reason: 'x' });
  await tp.orders.return(id, { items: [{ line: 1, quantity: 1 }], restock: false, reason: 'x' });
  await tp.orders.addDeliveryAttempt(id, { outcome: 'failed', reason: 'Nobody there' });
  const { version, ...filled } = await tp.orders.update(id, {
    ...{ channel: 'shop', notes: 'Ring twice', salesperson: { name: 'Ana' }, external_id: full.external_id },
    ...{ shipping: { tracking_code: 'BR1', method: 'PAC' }, metadata: { route: '7', picked_by: 'Eva' } },
    ...{ fiscal_document: { access_key: KEY }, payment_terms: [{ due_date: '2024-06-10', amount: 28.5 }] },
  });
  const empty = {
    ...{ channel: '', notes: ' ', salesperson: null, fiscal_document: null, payment_terms: [], charges: [] },
    ...{ coupon_code: '', metadata: {}, refunds: [], returns: [], delivery_attempts: [], payments: [] },
    shipping: { tracking_code: null, method: '', address: null },
  };
  const { payments: _, metadata: __, ...least } = full;
  const rows = [
    ...[full, { ...full, ...empty }, least, { ...full, payments: [paid(5, 'B')] }],
    ...[
      { ...full, shipping: {} },
      { ...full, fiscal_document: { number: '' } },
      { ...full, metadata: { route: '' } },
    ],
  ];
  const again = await send(rows);
  expect(again.map(({ status, problem }) => [status, problem?.errors])).toEqual(
    rows.map(() => [200, undefined]),
  );
  expect(again.at(-1)!.data).toEqual({ ...filled, version });
  const others: [object, string][] = [
    [{ payments: [paid(10, 'A'), paid(6, 'B')] }, '#/payments/1/amount is 5 in the order'],
    [{ payments: [1, 2, 3, 4].map((n) => paid(n, `${n}`)) }, '#/payments has 3 elements in the order'],
    [{ shipping: { tracking_code: 'BR2' } }, '#/shipping/tracking_code is "BR1" in the order'],
    [{ notes: 'Ring once' }, '#/notes is "Ring twice" in the order'],
    [{ metadata: { route: '8' } }, '#/metadata/route is "7" in the order'],
    [{ charges: [{ type: 'ipi', amount: 1 }] }, '#/charges has 0 elements in the order'],
  ];
  for (const [fields, detail] of others)
    expect(details((await send([{ ...full, ...fields }]))[0]!)).toEqual([detail]);
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

it('knows the customer and the products of an order by what they were, whatever has their ids now', async () => {
  const { item, send, tp } = await shopToImport(environment());
  const names = { type: 'person', name: 'Ana', external_id: 'C-1', tax_id: '52998224725' } as const;
  const customer = await tp.customers.create(names);
  const a = await stocked(tp, 0, { sku: 'OLD', external_id: 'P-1' });
  const line = { quantity: 1, unit_price: 5 };
  const items = [
    { sku: 'OLD', ...line },
    { external_id: 'P-1', ...line },
  ];
  const by = (fields: object) => item({ customer_id: undefined, items, ...fields } as never);
  const imports = [by({ customer_external_id: 'C-1' }), by({ customer_tax_id: '529.982.247-25' })];
  const first = await send(imports);
  await tp.products.update(a.id, { sku: 'NEW' });
  expect(statuses(await send(imports))).toEqual([200, 200]);
  await tp.products.delete(a.id);
  await tp.customers.delete(customer.id);
  await stocked(tp, 0, { sku: 'OLD', external_id: 'P-1' });
  await tp.customers.create(names);
  const again = await send(imports);
  expect(again).toEqual(first.map((row) => ({ ...row, status: 200 })));
});

it('is unchanged after what it names got other ids, and something else has the old ones', async () => {
  const { item, send, tp, customer: other, product } = await shopToImport(environment());
  const ana = await tp.customers.create({
    type: 'person',
    name: 'Ana',
    external_id: 'C-1',
    tax_id: '52998224725',
  });
  const a = await stocked(tp, 5, { sku: 'S-1', external_id: 'P-1' });
  const lines = [{ external_id: 'P-1', quantity: 1, unit_price: 5 }];
  const by = (fields: object) => item({ customer_id: undefined, items: lines, ...fields } as never);
  const imports = [by({ customer_external_id: 'C-1' }), by({ customer_tax_id: '529.982.247-25' })];
  const first = await send(imports);
  const unchanged = first.map((row) => ({ ...row, status: 200 }));
  await tp.customers.update(ana.id, { external_id: 'C-9', tax_id: '11144477735' });
  await tp.products.update(a.id, { external_id: 'P-9' });
  expect(await send(imports)).toEqual(unchanged);
  await tp.customers.update(other.id, { external_id: 'C-1', tax_id: '52998224725' });
  await tp.products.update(product.id, { external_id: 'P-1' });
  expect(await send(imports)).toEqual(unchanged);
  const [pending] = first;
  await tp.orders.update(pending!.data!.id, { customer_id: other.id });
  expect((await send([{ ...imports[0]!, customer_external_id: 'C-9' }])).map(refused)).toEqual([
    ['order_differs', '#/customer_external_id order_differs', '#/items/0/external_id order_differs'],
  ]);
  expect((await send([imports[0]!])).map(refused)).toEqual([
    ['order_differs', '#/items/0/external_id order_differs'],
  ]);
});

it('says what the order has by the id that the import names it by', async () => {
  const { item, send, tp } = await shopToImport(environment());
  await tp.customers.create({ type: 'person', name: 'Ana', external_id: 'C-1', tax_id: '52998224725' });
  await tp.customers.create({ type: 'person', name: 'Eva', external_id: 'C-2', tax_id: '11144477735' });
  for (const n of [1, 2]) await stocked(tp, 0, { sku: `S-${n}`, external_id: `P-${n}` });
  const line = { quantity: 1, unit_price: 5 };
  const order = (n: number) =>
    item({
      ...{ external_id: 'ONE', customer_id: undefined, customer_external_id: `C-${n}` },
      items: [
        { sku: `S-${n}`, ...line },
        { external_id: `P-${n}`, ...line },
      ],
    } as never);
  await send([order(1)]);
  expect(details((await send([order(2)]))[0]!)).toEqual([
    '#/customer_external_id is "C-1" in the order',
    '#/items/0/sku is "S-1" in the order',
    '#/items/1/external_id is "P-1" in the order',
  ]);
  const byTaxId = { ...order(1), customer_external_id: undefined, customer_tax_id: '111.444.777-35' };
  expect(details((await send([byTaxId]))[0]!)).toEqual(['#/customer_tax_id is "52998224725" in the order']);
});

it('takes an order that a request has twice once', async () => {
  const { item, send } = await shopToImport(environment());
  const [order, wrong] = [item(), item({ items: [{ sku: 'NONE', quantity: 1, unit_price: 1 }] })];
  const rows = await send([null, wrong, order, order, { ...order, notes: 'x' }, wrong], { stock: 'force' });
  expect(statuses(rows)).toEqual([400, 422, 201, 200, 409, 422]);
  expect(rows[3]!.data).toEqual(rows[2]!.data);
  expect([details(rows[4]!), rows[4]!.problem!.detail]).toEqual([
    ['#/notes is null in the order'],
    `Row 2 of the request, now order ${rows[2]!.data!.id}, has this external_id, and differs; see errors.`,
  ]);
});

it('has one form for the numbers of an NF-e', async () => {
  const { item, send } = await shopToImport(environment());
  const order = item({ fiscal_document: { access_key: KEY, number: '000.000.567', series: '001' } });
  const [row] = await send([order]);
  expect(row!.data!.fiscal_document).toMatchObject({ number: '567', series: '1' });
  expect(statuses(await send([{ ...order, fiscal_document: { access_key: KEY } }]))).toEqual([200]);
});

it('says that a tax id is wrong, and not only unknown', async () => {
  const { one } = await shopToImport(environment());
  const of = async (customer_tax_id: string) =>
    details(await one({ customer_id: undefined, customer_tax_id } as never))![0];
  expect(await of('11.222.333/0001-82')).toBe(
    '#/customer_tax_id no customer has this tax_id, which is not a valid cpf or cnpj',
  );
  expect(await of('11.222.333/0001-81')).toBe('#/customer_tax_id no customer has this tax_id');
});

it('takes payment terms in another order for the same', async () => {
  const { item, send } = await shopToImport(environment());
  const terms = [
    { due_date: '2024-06-10', amount: 10 },
    { due_date: '2024-07-10', amount: 18.5, method: 'pix' },
  ];
  const first = item({ payment_terms: terms });
  const rows = [first, { ...first, payment_terms: terms.toReversed() }];
  expect(statuses(await send(rows))).toEqual([201, 200]);
  const other = [terms[0]!, { ...terms[1]!, due_date: '2024-07-11' }];
  expect(details((await send([{ ...first, payment_terms: other }]))[0]!)).toEqual([
    '#/payment_terms/1/due_date is "2024-07-10" in the order',
  ]);
});

it('knows refunds and returns by the payments and refunds that they name, whatever their numbers and sequence', async () => {
  const { item, send, tp } = await shopToImport(environment());
  const paid = (amount: number, day: number) => ({
    ...{ amount, method: 'pix', paid_at: `2024-05-${day}T13:20:00.000Z` },
  });
  const [p1, p2] = [paid(10, 11), paid(18.5, 12)];
  const first = item({ status: 'Delivered', payments: [p1, p2] });
  const { id } = (await send([first]))[0]!.data!;
  await tp.orders.voidPayment(id, 1, { reason: 'Wrong method' });
  await tp.orders.addPayment(id, { amount: 0.5, method: 'cash' });
  await tp.orders.addPayment(id, { ...p1!, allow_overpayment: true });
  expect(statuses(await send([first, { ...first, payments: [p2, p1] }]))).toEqual([200, 200]);
  const goods = { items: [{ line: 1, quantity: 1 }], restock: false, reason: 'x' };
  await tp.orders.refund(id, { amount: 0.5, reason: 'Late', payment_id: 3 });
  const { refunds, returns } = await tp.orders.return(id, {
    ...{ ...goods, refund: { amount: 9.5, reason: 'x', payment_id: 4 } },
  });
  const of = (payment_id: number, refund_id = 1, reason = 'x') => ({
    ...{ ...first, refunds: [{ amount: 9.5, reason, payment_id, refunded_at: refunds[1]!.refunded_at }] },
    returns: [{ ...goods, refund_id, at: returns[0]!.at }],
  });
  const rows = [of(1), { ...of(2), payments: [p2, p1] }, of(2)];
  expect(statuses(await send(rows))).toEqual([200, 200, 409]);
});

it('takes the first of entries that are alike for the one of which it says less', async () => {
  const { item, send } = await shopToImport(environment());
  const paid = { amount: 5, method: 'pix', paid_at: PLACED };
  const first = item({ payments: [{ ...paid, reference: 'A' }, paid] });
  const rows = [first, { ...first, payments: [paid, { ...paid, reference: 'A' }] }];
  expect(statuses(await send(rows))).toEqual([201, 200]);
});

const PATHS = ['Pending', 'In_Transit', 'Delivered', 'Canceled'] as const;
it('takes an order that has gone on from its status for the same, and no other', async () => {
  const { item, send, tp } = await shopToImport(environment());
  const moves: ((id: number) => Promise<unknown>)[][] = [
    [],
    [(id) => tp.orders.setStatus(id, { status: 'In_Transit' })],
    [
      (id) => tp.orders.setStatus(id, { status: 'In_Transit' }),
      (id) => tp.orders.addDeliveryAttempt(id, { outcome: 'delivered' }),
    ],
    [(id) => tp.orders.setStatus(id, { status: 'Canceled' })],
    [
      (id) => tp.orders.setStatus(id, { status: 'In_Transit' }),
      (id) => tp.orders.setStatus(id, { status: 'Canceled', reason: 'Lost', restock: false }),
    ],
  ];
  const same: string[][] = [];
  for (const steps of moves) {
    const first = item();
    const { id } = (await send([first]))[0]!.data!;
    for (const step of steps) await step(id);
    const rows = await send(PATHS.map((status) => ({ ...first, status })));
    same.push(PATHS.filter((_, index) => rows[index]!.status === 200));
  }
  expect(same).toEqual([
    ['Pending'],
    ['Pending', 'In_Transit'],
    ['Pending', 'In_Transit', 'Delivered'],
    ['Pending', 'Canceled'],
    ['Pending', 'In_Transit', 'Canceled'],
  ]);
  const history = item({ status_history: [{ status: 'Pending', at: PLACED }] });
  const { id } = (await send([history]))[0]!.data!;
  await tp.orders.setStatus(id, { status: 'In_Transit' });
  const later = { ...history, status_history: [{ status: 'Pending', at: SHIPPED }] };
  expect((await send([history, later])).map(details)).toEqual([
    undefined,
    [`#/status_history/0/at is "${PLACED}" in the order`],
  ]);
});

it('may have a fiscal document older than NF-e, and none that says nothing', async () => {
  const { item, send, order, product, tp } = await shopToImport(environment());
  const issued_at = '1998-03-02T12:00:00.000Z';
  const of = (fiscal_document: object) => item({ fiscal_document });
  const rows = await send([
    of({ number: '567', issued_at }),
    of({ issued_at: '2999-01-01T00:00:00Z' }),
    of({ access_key: KEY, issued_at }),
    of({ number: '' }),
  ]);
  expect(statuses(rows)).toEqual([201, 400, 400, 201]);
  expect(rows[0]!.data!.fiscal_document).toMatchObject({ issued_at });
  expect(rows[3]!.data!.fiscal_document).toBeNull();
  const items = [{ product_id: product.id, quantity: 1 }];
  const placed = await order({ items, fiscal_document: { number: '', url: '' } });
  expect(placed.fiscal_document).toBeNull();
  const changed = await tp.orders.update(placed.id, { fiscal_document: { series: ' ' } });
  expect(changed).toEqual(placed);
});

it('takes charges in another order for the same, also of an order that is delivered', async () => {
  const { item, send, order, product, move, tp } = await shopToImport(environment());
  const charges = [
    { type: 'ipi', amount: 1 },
    { type: 'other', amount: 2, description: 'Juros' },
  ] as const;
  const first = item({ charges: [...charges] });
  const rows = [first, { ...first, charges: charges.toReversed() }];
  expect(statuses(await send(rows))).toEqual([201, 200]);
  const { id } = await order({ items: [{ product_id: product.id, quantity: 1 }], charges: [...charges] });
  await move(id, 'In_Transit');
  const delivered = await move(id, 'Delivered');
  const again = { charges: [charges[1], { ...charges[0], description: '' }] };
  expect(await tp.orders.update(id, again)).toEqual(delivered);
});

it('has shipping without blanks around its texts, as payments have their methods', async () => {
  const { order, product, tp } = await shopToImport(environment());
  const shipping = { method: ' PAC ', carrier: '\tCorreios', tracking_code: 'BR1 ' };
  const placed = await order({ items: [{ product_id: product.id, quantity: 1 }], shipping });
  const trimmed = { method: 'PAC', carrier: 'Correios', tracking_code: 'BR1' };
  expect(placed.shipping).toMatchObject(trimmed);
  expect(await tp.orders.update(placed.id, { shipping })).toEqual(placed);
});
