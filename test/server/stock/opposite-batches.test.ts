import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

it('completes concurrent batches of the same rows in opposite order', async () => {
  const { request } = await environment().tenant();
  const rows = (price: number) =>
    Array.from({ length: 100 }, (_, i) => ({ external_id: `E${i}`, name: `P${i}`, sku: `S${i}`, price }));
  const post = (items: object[]) => request('POST', '/products/batch', { body: { items } });
  await post(rows(1));
  const responses = await Promise.all([2, 3, 4, 5].map((n) => post(n % 2 ? rows(n) : rows(n).reverse())));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const found = (await responses[0]!.json()) as { results: { status: number }[] };
  expect(found.results.map(({ status }) => status)).toEqual(Array(100).fill(200));
});

it('creates each row once, from batches in opposite order and single upserts at the same time', async () => {
  const { request, tp } = await environment().tenant();
  const row = (n: number) => ({ name: `P${n}`, sku: `S${n}`, price: 1 });
  const items = Array.from({ length: 50 }, (_, n) => ({ external_id: `E${n}`, ...row(n) }));
  const batches = [items, items.toReversed(), items, items.toReversed()];
  const singles = [0, 49, 25, 24].map((n) => request('PUT', `/products/external/E${n}`, { body: row(n) }));
  const sent = batches.map((each) => request('POST', '/products/batch', { body: { items: each } }));
  const responses = await Promise.all([...singles, ...sent]);
  expect(responses.slice(singles.length).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const results = await Promise.all(responses.slice(singles.length).map((each) => each.json()));
  const statuses = [
    ...responses.slice(0, singles.length).map(({ status }) => status),
    ...(results as { results: { status: number }[] }[]).flatMap(({ results: rows }) =>
      rows.map(({ status }) => status),
    ),
  ];
  expect(statuses.filter((status) => status === 201).length).toBe(50);
  expect(statuses.filter((status) => status !== 201 && status !== 200)).toEqual([]);
  expect((await tp.products.list({ limit: 100 })).data.length).toBe(50);
});

it('gives each SKU to one of the rows that want it, from batches in opposite order, without a deadlock', async () => {
  const { request, context } = { ...(await environment().tenant()), context: environment().context };
  const rows = (prefix: string) =>
    Array.from({ length: 50 }, (_, n) => ({
      ...{ external_id: `${prefix}${n}`, name: `P${n}`, sku: `S-${n}`, price: 1 },
    }));
  const batches = ['A', 'B', 'C', 'D'].map((prefix, n) => (n % 2 ? rows(prefix).reverse() : rows(prefix)));
  const responses = await Promise.all(
    batches.map((items) => request('POST', '/products/batch', { body: { items } })),
  );
  const bodies = (await Promise.all(responses.map((each) => each.json()))) as {
    results: { status: number; problem: { code: string } | null }[];
  }[];
  const outcomes = bodies.flatMap(({ results }) =>
    results.map(({ status, problem }) => problem?.code ?? status),
  );
  expect(outcomes.filter((each) => each === 201).length).toBe(50);
  expect(outcomes.filter((each) => each === 'already_exists').length).toBe(150);
  const deadlocks = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
  expect(await context.db.query(deadlocks, [])).toEqual([{ deadlocks: 0 }]);
});

it('changes rows without locking a name, and locks all names by one lock where it would be many', async () => {
  const { request } = await environment().tenant();
  const { db } = environment().context;
  const rows = (count: number, price: number) =>
    Array.from({ length: count }, (_, n) => ({ external_id: `E${n}`, name: `P${n}`, sku: `S${n}`, price }));
  /** How many advisory locks a batch holds that waits for a row. */
  const locksOf = async (items: object[]): Promise<number> => {
    const COUNT = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND pid IN (
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`;
    const sent = await db.transaction(async (tx) => {
      await tx.query('LOCK TABLE events', []);
      const response = request('POST', '/products/batch', { body: { items } });
      await expect.poll(() => waiting(), { interval: 5 }).toBe(true);
      const [{ n }] = (await db.query<{ n: number }>(COUNT, [])) as [{ n: number }];
      return { response, n };
    });
    expect((await sent.response).status).toBe(200);
    return sent.n;
  };
  const waiting = async () =>
    (
      await db.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass AND database =
          (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [],
      )
    ).length > 0;
  expect(await locksOf(rows(100, 1))).toBe(1);
  expect(await locksOf(rows(100, 2))).toBe(0);
  expect(await locksOf(rows(105, 3).slice(100))).toBe(11);
});

it('keeps what others change while it waits for its rows, and waits for none that it leaves as they are', async () => {
  const { request, tenantId } = await environment().tenant();
  const { db } = environment().context;
  const rows = (price: number) =>
    Array.from({ length: 3 }, (_, n) => ({ external_id: `E${n}`, name: 'P', sku: `S${n}`, price }));
  const post = (price: number) => request('POST', '/products/batch', { body: { items: rows(price) } });
  await post(1);
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const { sent } = await db.transaction(async (tx) => {
    await tx.query(
      "UPDATE products SET brand = 'B', version = version + 1 WHERE tenant_id = $1 AND external_id = 'E1'",
      [tenantId],
    );
    expect((await post(1)).status).toBe(200);
    const items = rows(3).map((row, n) => (n === 1 ? { ...row, price: 1 } : row));
    expect((await request('POST', '/products/batch', { body: { items } })).status).toBe(200);
    const response = post(2);
    await expect.poll(async () => (await db.query(waiting, [])).length, { interval: 5 }).toBe(1);
    return { sent: response };
  });
  const { results } = (await (await sent).json()) as { results: { status: number; data: object }[] };
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(results[1]!.data).toMatchObject({ brand: 'B', price: 2, version: 3 });
});
