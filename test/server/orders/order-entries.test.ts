import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop } from '../../support/trade.ts';

const environment = sharedEnvironment();
const AT = (day: number) => `2026-02-0${day}T09:30:00.000Z`;

/** A shop with three orders of 50.00 that are in transit. */
async function soldShop() {
  const shop = await openShop(environment());
  const { sku } = await stocked(shop.tp, 100);
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await shop.order({ items: [{ sku, quantity: 5 }] });
    await shop.move(id, 'In_Transit');
    ids.push(id);
  }
  return { ...shop, ids };
}

type Shop = Awaited<ReturnType<typeof soldShop>>;

const GOODS = { items: [{ line: 1, quantity: 1 }], restock: false, reason: 'r' };
const kinds = [
  {
    ...{ collection: 'payments', member: 'payments', time: 'paid_at', filter: 'paid' },
    bodies: [1, 2].map((day) => ({ amount: day, method: 'pix', paid_at: AT(day) })),
  },
  {
    ...{ collection: 'refunds', member: 'refunds', time: 'refunded_at', filter: 'refunded' },
    bodies: [1, 2].map((day) => ({ amount: day, reason: 'r', refunded_at: AT(day) })),
  },
  {
    ...{ collection: 'returns', member: 'returns', time: 'at', filter: 'returned' },
    bodies: [GOODS, { ...GOODS, refund: { amount: 1, reason: 'r' } }],
  },
  {
    ...{ collection: 'delivery-attempts', member: 'delivery_attempts', time: 'at', filter: 'attempted' },
    bodies: [1, 2].map((day) => ({ outcome: 'failed', reason: 'closed', at: AT(day) })),
  },
] as const;

interface Row {
  readonly order_id: number;
  readonly id: number;
  readonly updated_at: string;
}
type Kind = (typeof kinds)[number];
type Recorded = Record<Kind['member'], object[]> & { updated_at: string };

async function record({ request }: Shop, id: number, { collection }: Kind, body: object): Promise<Response> {
  const response = await request('POST', `/orders/${id}/${collection}`, { body });
  expect(response.status, await response.clone().text()).toBe(201);
  return response;
}

async function listed({ request }: Shop, path: string): Promise<Row[]> {
  const response = await request('GET', path);
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as { data: Row[] }).data;
}
const places = (rows: readonly Row[]) => rows.map(({ order_id, id }) => [order_id, id]);

describe.each(kinds)('$collection', (kind) => {
  const { collection, member, time, filter, bodies } = kind;

  /** Two entries on the second order, and one on the first. */
  async function recorded() {
    const shop = await soldShop();
    const [first, second] = shop.ids as [number, number, number];
    for (const id of shop.ids) await shop.pay(id, 40);
    const responses = [
      await record(shop, second, kind, bodies[1]),
      await record(shop, second, kind, bodies[0]),
      await record(shop, first, kind, bodies[0]),
    ];
    return { shop, first, second, responses };
  }
  /** Without the payments of 40 that the others need. */
  const own = (rows: readonly Row[]) =>
    collection === 'payments' ? rows.filter(({ id }) => id > 1) : [...rows];
  const number = collection === 'payments' ? 2 : 1;

  it('have an address of their own, which the 201 names, with the ETag of their order', async () => {
    const { shop, second, responses } = await recorded();
    const order = (await responses[1]!.clone().json()) as Recorded;
    const location = responses[1]!.headers.get('Location')!;
    expect(location).toBe(`/api/v1/orders/${second}/${collection}/${number + 1}`);
    const read = await shop.request('GET', location.replace('/api/v1', ''));
    expect(await read.json()).toMatchObject({
      order_id: second,
      order_external_id: null,
      id: number + 1,
      ...order[member]?.at(-1),
      updated_at: order.updated_at,
    });
    const etag = (await shop.request('GET', `/orders/${second}`)).headers.get('ETag')!;
    expect(read.headers.get('ETag')).toBe(etag);
    const path = location.replace('/api/v1', '');
    expect((await shop.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('are 404 with an order or a number that there is not', async () => {
    const { shop, second } = await recorded();
    const parameter = `${collection.replace('-', '_').slice(0, -1)}_id`;
    const cases: [path: string, parameter: string][] = [
      [`/orders/2000000000/${collection}/1`, 'order_id'],
      [`/orders/${second}/${collection}/9`, parameter],
      // The number that the first entry of the next order would have in this one.
      [`/orders/${second}/${collection}/${1_048_576 + number}`, parameter],
    ];
    for (const [path, missing] of cases) {
      const response = await shop.request('GET', path);
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        404,
        { errors: [{ parameter: missing }] },
      ]);
    }
  });

  it('are listed across orders, by order, by time and by the time of their change', async () => {
    const { shop, first, second } = await recorded();
    const inOrder = [
      [first, number],
      [second, number],
      [second, number + 1],
    ];
    expect(places(own(await listed(shop, `/${collection}`)))).toEqual(inOrder);
    expect(places(own(await listed(shop, `/${collection}?sort=-order_id`)))).toEqual(inOrder.toReversed());
    const last = inOrder.toReversed()[0]!;
    const byChange = [last, inOrder[1]!, inOrder[0]!];
    const changed = own(await listed(shop, `/${collection}?sort=updated_at`));
    expect(places(changed).toSorted()).toEqual(byChange.toSorted());
    expect(changed.map(({ updated_at }) => updated_at)).toEqual(
      changed.map(({ updated_at }) => updated_at).toSorted(),
    );
    const times = own(await listed(shop, `/${collection}?sort=-${time}`)).map(
      (row) => (row as unknown as Record<string, string>)[time],
    );
    expect(times).toEqual(times.toSorted().toReversed());
    expect(places(own(await listed(shop, `/${collection}?order_id=${first}`)))).toEqual([[first, number]]);
  });

  it('are filtered by time, and by pages that a cursor continues', async () => {
    const { shop } = await recorded();
    const rows = await listed(shop, `/${collection}?sort=${time}`);
    const at = (row: Row) => (row as unknown as Record<string, string>)[time]!;
    const middle = at(rows[1]!);
    const kept = rows.filter((row) => at(row) >= middle);
    expect(await listed(shop, `/${collection}?sort=${time}&${filter}_since=${middle}`)).toEqual(kept);
    expect(await listed(shop, `/${collection}?sort=${time}&${filter}_before=${middle}`)).toEqual(
      rows.filter((row) => at(row) < middle),
    );
    const { page } = (await (await shop.request('GET', `/${collection}?limit=1&sort=${time}`)).json()) as {
      page: { next_cursor: string };
    };
    const next = await listed(shop, `/${collection}?limit=1&sort=${time}&cursor=${page.next_cursor}`);
    expect(next).toEqual([rows[1]]);
  });

  it('are exported with the same rows', async () => {
    const { shop } = await recorded();
    const response = await shop.request('GET', `/exports/${collection}?format=ndjson&sort=${time}`);
    const lines = (await response.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await listed(shop, `/${collection}?sort=${time}`));
  });
});

it('a voided payment shows as changed in a sync of payments', async () => {
  const shop = await soldShop();
  const [first, second] = shop.ids as [number, number, number];
  await shop.pay(first, 10);
  await shop.pay(second, 10);
  const before = await listed(shop, '/payments?sort=updated_at');
  await shop.tp.orders.voidPayment(first, 1, { reason: 'Recorded by mistake' });
  const [changed] = (await listed(shop, '/payments?sort=-updated_at')) as [Row];
  expect(changed).toMatchObject({ order_id: first, id: 1, void_reason: 'Recorded by mistake' });
  expect(changed.updated_at > before[0]!.updated_at).toBe(true);
  // A change of the order that has nothing to do with its payments isn't a change of theirs.
  await shop.tp.orders.update(second, { notes: 'x' });
  expect((await listed(shop, '/payments?sort=-updated_at'))[0]).toEqual(changed);
});

it('a return and its refund are at addresses of their own; the Location is the return', async () => {
  const shop = await soldShop();
  const [id] = shop.ids as [number, number, number];
  await shop.pay(id, 10);
  const body = { ...GOODS, refund: { amount: 1, reason: 'r' } };
  const response = await shop.request('POST', `/orders/${id}/returns`, { body });
  expect(response.headers.get('Location')).toBe(`/api/v1/orders/${id}/returns/1`);
  expect(await shop.tp.orders.getReturn(id, 1)).toMatchObject({ order_id: id, id: 1, refund_id: 1 });
  expect(await shop.tp.orders.getRefund(id, 1)).toMatchObject({ order_id: id, id: 1, amount: 1 });
});

it('a repeated request names the same Location', async () => {
  const shop = await soldShop();
  const [id] = shop.ids as [number, number, number];
  const send = () =>
    shop.request('POST', `/orders/${id}/payments`, {
      body: { amount: 10, method: 'pix' },
      headers: { 'idempotency-key': 'once' },
    });
  const [first, again] = [await send(), await send()];
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
  expect(first.headers.get('Location')).toBe(`/api/v1/orders/${id}/payments/1`);
});

it('an order has at most 100 delivery attempts that failed, and one that succeeds', async () => {
  const { request, ids } = await soldShop();
  const attempt = (body: object) => request('POST', `/orders/${ids[0]}/delivery-attempts`, { body });
  const failed = { outcome: 'failed', reason: 'closed' };
  for (let i = 0; i < 100; i += 1) expect((await attempt(failed)).status).toBe(201);
  const refused = await attempt(failed);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'limit_reached', limit: 100 }]);
  expect((await attempt({ outcome: 'delivered' })).status).toBe(201);
});
