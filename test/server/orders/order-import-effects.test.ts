import { describe, expect, it } from 'vitest';
import { countRecoverable } from '../../../server/webhooks/recovery/recoverable.ts';
import { eventsOf } from '../../support/events.ts';
import { DELIVERED, type ImportItem, PLACED, SHIPPED, shopToImport } from '../../support/order-import.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { outcomes } from '../../support/trade.ts';
import { register } from '../../support/webhooks.ts';

const environment = sharedEnvironment({ env: { DATABASE_POOL_SIZE: '40' } });
const force = { stock: 'force' } as const;
const history = (...steps: NonNullable<ImportItem['status_history']>) => ({
  ...{ status: steps.at(-1)!.status, status_history: [{ status: 'Pending' as const, at: PLACED }, ...steps] },
});
const inTransit = { status: 'In_Transit', at: SHIPPED } as const;
const delivered = history(inTransit, { status: 'Delivered', at: DELIVERED });

describe('the stock', () => {
  it('stays as it is unless it is forced, then and when the order changes later', async () => {
    const { one, tp, stock, movements } = await shopToImport(environment());
    const pending = await one({});
    await one({ status: 'Delivered' });
    await tp.orders.setStatus(pending.data!.id, { status: 'In_Transit' });
    expect([await stock(), await movements(pending.data!.id)]).toEqual([[5, 0], []]);
  });

  it('stays as it is when lines, prices or the customer of such an order change, and it ships', async () => {
    const { one, tp, stock, movements, product } = await shopToImport(environment());
    const { id } = (await one({})).data!;
    const other = await stocked(tp, 1);
    const rui = await tp.customers.create({ type: 'person', name: 'Rui' });
    const line = (quantity: number, product_id = product.id) => ({ product_id, quantity });
    for (const items of [[line(9)], [{ ...line(2), unit_price: 3 }], [line(1), line(7, other.id)]])
      await tp.orders.update(id, { items });
    await tp.orders.update(id, { customer_id: rui.id });
    await tp.orders.setStatus(id, { status: 'In_Transit' });
    await tp.orders.return(id, { items: [{ line: 1, quantity: 1 }], restock: true, reason: 'x' });
    expect([await stock(), await movements(id)]).toEqual([[5, 0], []]);
    expect((await tp.products.get(other.id)).stock).toMatchObject({ on_hand: 1, reserved: 0 });
  });

  it('is reserved by a Pending order, even beyond what is available, and ships as a backorder does', async () => {
    const { one, tp, stock, movements, product } = await shopToImport(environment());
    const first = await one({}, force);
    const second = await one({}, force);
    expect([await stock(), first.shortages, second.shortages]).toEqual([[5, 6], [], []]);
    await tp.orders.setStatus(first.data!.id, { status: 'In_Transit' });
    await expect(tp.orders.setStatus(second.data!.id, { status: 'In_Transit' })).rejects.toMatchObject({
      status: 409,
    });
    await tp.products.adjustStock(product.id, { mode: 'delta', quantity: 1, reason: 'receipt' });
    await tp.orders.setStatus(second.data!.id, { status: 'In_Transit' });
    expect([await stock(), await movements(second.data!.id)]).toEqual([
      [0, 0],
      [
        ['reservation', 3, 5],
        ['shipment', -3, 0],
      ],
    ]);
  });

  it('stops at 0 when an order was shipped; what was short is a movement of its own, in the result', async () => {
    const { item, send, stock, movements, product } = await shopToImport(environment());
    const [one, two] = await send([item(delivered), item(history(inTransit))], force);
    expect([one!.shortages, await movements(one!.data!.id)]).toEqual([
      [],
      [
        ['reservation', 3, 5],
        ['shipment', -3, 2],
      ],
    ]);
    expect(await stock()).toEqual([0, 0]);
    expect(two!.shortages).toMatchObject([
      {
        product_id: product.id,
        type: 'adjustment',
        reason: 'shortage',
        quantity: 1,
        order_id: two!.data!.id,
      },
    ]);
    expect(await movements(two!.data!.id)).toEqual([
      ['reservation', 3, 2],
      ['adjustment', 1, 3, 'shortage'],
      ['shipment', -3, 0],
    ]);
  });

  it('comes back as far as returns and the cancellation say, then and later', async () => {
    const { item, send, stock, tp } = await shopToImport(environment());
    const returned = { items: [{ line: 1, quantity: 1 }], restock: true, reason: 'x', at: DELIVERED };
    const canceled = history(inTransit, { status: 'Canceled', at: DELIVERED, restock: true });
    const lost = history(inTransit, { status: 'Canceled', at: DELIVERED });
    await send([item({ ...canceled, returns: [returned] }), item({ status: 'Canceled' })], force);
    expect(await stock()).toEqual([5, 0]);
    const [, open] = await send([item(lost), item(history(inTransit))], force);
    expect(await stock()).toEqual([0, 0]);
    await tp.orders.return(open!.data!.id, { items: [{ line: 1, quantity: 2 }], restock: true, reason: 'x' });
    expect(await stock()).toEqual([2, 0]);
  });

  it('of products that track none or are deleted is not moved; nor is that of a refused or equal row', async () => {
    const { item, send, one, tp, stock, movements } = await shopToImport(environment());
    const untracked = await stocked(tp, 0, { track_stock: false });
    const gone = await stocked(tp, 7);
    await tp.products.delete(gone.id);
    const lines = [untracked, gone].map(({ id }) => ({ product_id: id, quantity: 1, unit_price: 1 }));
    const { data } = await one({ ...delivered, items: lines }, force);
    expect(await movements(data!.id)).toEqual([]);
    const first = item(delivered);
    await send([first, item({ ...delivered, expected_total: 1 })], force);
    await send([first], force);
    expect(await stock()).toEqual([2, 0]);
  });
});

describe('the events', () => {
  const kinds = async (shop: Awaited<ReturnType<typeof shopToImport>>) =>
    (await shop.tp.events.list({ limit: 200 })).data
      .filter(({ event_type }) => /order|delivery/.test(event_type))
      .map(({ event_type, data }) => [event_type, (data as { status?: string }).status]);

  it('are in the feed in the sequence of what happened, with the status and the times of then', async () => {
    const shop = await shopToImport(environment());
    await shop.one({
      ...delivered,
      payments: [{ amount: 28.5, method: 'pix', paid_at: '2024-05-12T00:00:00Z' }],
      delivery_attempts: [{ outcome: 'failed', reason: 'Ninguém', at: '2024-05-13T00:00:00Z' }],
    });
    expect(await kinds(shop)).toEqual([
      ['order.created', 'Pending'],
      ['order.status_changed', 'In_Transit'],
      ['order.payment_confirmed', 'In_Transit'],
      ['delivery.failed', 'In_Transit'],
      ['order.status_changed', 'Delivered'],
      ['delivery.completed', 'Delivered'],
    ]);
    const data = (await eventsOf(environment(), shop.tenantId)).map((event) => event.data);
    expect(data.slice(-5)).toMatchObject([
      { previous_status: 'Pending', order: { placed_at: PLACED, status: 'Delivered' } },
      { paid_at: '2024-05-12T00:00:00.000Z', paid_total: 28.5 },
      { failed_at: '2024-05-13T00:00:00.000Z', reason: 'Ninguém' },
      { previous_status: 'In_Transit', reason: null },
      { delivered_at: DELIVERED },
    ]);
  });

  const onDay = (day: number) => `2024-05-0${day}T12:00:00.000Z`;
  const paid = (amount: number, day: number) => ({ amount, method: 'pix', paid_at: onDay(day) });
  const refunded = (amount: number, day: number, payment_id?: number) => ({
    ...{ amount, reason: 'x', refunded_at: onDay(day) },
    ...(payment_id && { payment_id }),
  });
  it.each([
    ['a payment that went back later', [paid(28.5, 2), paid(10, 4)], [refunded(28.5, 3, 1)], 18.5, onDay(2)],
    ['what went back before it was paid', [paid(20, 2), paid(8.5, 4)], [refunded(20, 3)], 20, undefined],
    [
      'a refund dated before its payment',
      [paid(20, 2), paid(8.5, 4)],
      [refunded(8.5, 3, 2)],
      undefined,
      onDay(4),
    ],
    ['a goodwill before it was paid', [paid(20, 2), paid(8.5, 4)], [refunded(5, 3)], undefined, onDay(4)],
  ] as const)('confirm the payment once, with %s', async (_, payments, refunds, rest, at) => {
    const shop = await shopToImport(environment());
    const over = payments.map((payment) => ({ ...payment, allow_overpayment: true }));
    const { data } = await shop.one({ placed_at: onDay(1), payments: over, refunds: [...refunds] });
    if (rest) await shop.tp.orders.addPayment(data!.id, { amount: rest, method: 'pix' });
    const events = await eventsOf(environment(), shop.tenantId);
    const confirmed = events.filter(({ event_type }) => event_type === 'order.payment_confirmed');
    expect(confirmed.map((event) => event.data.paid_at)).toEqual([at ?? expect.any(String)]);
  });

  it.each([
    ['feed', 0, 0],
    ['emit', 4, 4],
  ] as const)(
    'with %s have %i deliveries, and a recovery misses none',
    async (events, deliveries, delivered_or_waiting) => {
      const shop = await shopToImport(environment());
      const { db } = environment().context;
      const { id } = await register(environment().context, shop.tenantId, 'https://a.example/', [
        'order.created',
        'order.status_changed',
        'delivery.completed',
      ]);
      const from = new Date(Date.now() - 60_000).toISOString();
      await shop.one(delivered, { events });
      const found = await db.query('SELECT FROM webhook_deliveries WHERE tenant_id = $1', [shop.tenantId]);
      const range = { from, until: new Date(Date.now() + 60_000).toISOString() };
      const { missed, waiting } = await countRecoverable(db, { tenantId: shop.tenantId, id }, range);
      expect([found.length, missed, waiting]).toEqual([deliveries, 0, delivered_or_waiting]);
    },
  );
});

describe('imports at once', () => {
  it('of the same orders make one of each', async () => {
    const { item, send, tp, stock } = await shopToImport(environment());
    const items = Array.from({ length: 40 }, () => item(delivered));
    const all = await Promise.all([0, 1, 2, 3].map((n) => send(n % 2 ? items : items.toReversed(), force)));
    const statuses = all.flat().map(({ status }) => status);
    expect([statuses.filter((s) => s === 201).length, statuses.filter((s) => s === 200).length]).toEqual([
      40, 120,
    ]);
    expect((await tp.orders.list({ limit: 200 })).data.length).toBe(40);
    expect(await stock()).toEqual([0, 0]);
  });

  it('with live orders, shipments and cancellations of the same products neither deadlock nor lose stock', async () => {
    const { item, send, tp, order, product, stock } = await shopToImport(environment());
    const other = await stocked(tp, 10_000);
    await tp.products.adjustStock(product.id, { mode: 'set', quantity: 10_000, reason: 'count' });
    const lines = [product, other].map(({ id }) => ({ product_id: id, quantity: 1 }));
    const live = Array.from({ length: 60 }, async (_, n) => {
      const { id } = await order({ items: n % 2 ? lines : lines.toReversed(), external_id: `L-${n}` });
      await tp.orders.setStatus(id, { status: n % 3 ? 'In_Transit' : 'Canceled' });
    });
    const imports = Array.from({ length: 12 }, (_, n) => {
      const items = (n % 2 ? lines : lines.toReversed()).map((line) => ({ ...line, unit_price: 10 }));
      return send(
        Array.from({ length: 10 }, () => item({ ...delivered, items })),
        { ...force, events: 'emit' },
      );
    });
    expect(await outcomes([...live, ...imports])).toEqual({ done: 72, refused: [] });
    expect(await stock()).toEqual([10_000 - 120 - 40, 0]);
    const ledger = await tp.stock.movements({ product_id: product.id, limit: 200 }).toArray({ limit: 1_000 });
    const sum = (types: readonly string[]) =>
      ledger.filter(({ type }) => types.includes(type)).reduce((total, { quantity }) => total + quantity, 0);
    expect([sum(['adjustment', 'shipment', 'return']), sum(['reservation', 'release', 'shipment'])]).toEqual([
      9_840, 0,
    ]);
  });

  it('with an order that gets the same external id at the same time find it, or come first', async () => {
    const { item, send, order, product, tp } = await shopToImport(environment());
    await tp.products.adjustStock(product.id, { mode: 'set', quantity: 1_000, reason: 'count' });
    const ids = Array.from({ length: 20 }, (_, n) => `X-${n}`);
    const live = ids.map((external_id) =>
      order({ external_id, items: [{ product_id: product.id, quantity: 3 }] }),
    );
    const rows = await send(
      ids.map((external_id) => item({ external_id })),
      force,
    );
    const { done } = await outcomes(live);
    expect(rows.filter(({ status }) => status === 201).length + done).toBe(20);
    expect(new Set(rows.map(({ problem }) => problem?.code ?? null))).toEqual(
      new Set(rows.map(({ status }) => (status === 201 ? null : 'order_differs'))),
    );
  });
});
