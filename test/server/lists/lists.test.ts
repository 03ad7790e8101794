import type { List, Tradepost } from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { allRows } from '../../support/all-rows.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();

interface Row {
  id: number;
  name: string;
  updated_at: string;
}

interface Query {
  sort?: 'id' | '-id' | 'name' | '-name' | 'updated_at' | '-updated_at';
  limit?: number;
  cursor?: string;
  include_deleted?: boolean;
  updated_since?: string;
  external_id?: string;
}

interface Resource {
  create(tp: Tradepost, name: string, external_id?: string): Promise<Row>;
  list(tp: Tradepost, query?: Query): List<Row>;
  remove(tp: Tradepost, id: number): Promise<void>;
}

let skus = 0;
const resources: Record<string, Resource> = {
  products: {
    create: (tp, name, external_id) =>
      tp.products.create({ name, sku: `S-${++skus}`, price: 1, external_id }),
    list: (tp, query) => tp.products.list(query),
    remove: (tp, id) => tp.products.delete(id),
  },
  categories: {
    create: (tp, name, external_id) => tp.categories.create({ name, external_id }),
    list: (tp, query) => tp.categories.list(query),
    remove: (tp, id) => tp.categories.delete(id),
  },
  customers: {
    create: (tp, name, external_id) => tp.customers.create({ type: 'person', name, external_id }),
    list: (tp, query) => tp.customers.list(query),
    remove: (tp, id) => tp.customers.delete(id),
  },
};

const TIMES = ['2026-01-31T12:00:00.001Z', '2026-01-31T12:00:00.002Z', '2026-02-01T00:00:00.000Z'];

/** Seven rows whose names and times have ties. */
async function shelf(table: string, { create, list }: Resource) {
  const { tp, tenantId } = await environment().tenant();
  const made: Row[] = [];
  for (const name of ['B', 'A', 'B', 'B', 'C', 'A', 'B'])
    made.push(await create(tp, name, `E-${made.length}`));
  const sql = `UPDATE ${table} SET updated_at = $3 WHERE tenant_id = $1 AND id = $2`;
  for (const [i, { id }] of made.entries())
    await environment().context.db.query(sql, [tenantId, id, TIMES[i % 3]]);
  return { tp, rows: (await list(tp)).data };
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);

function sorted(rows: readonly Row[], sort: string): number[] {
  const field = sort.replace('-', '') as keyof Row;
  const ascending = rows.toSorted((a, b) =>
    a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.id - b.id,
  );
  return idsOf(sort.startsWith('-') ? ascending.reverse() : ascending);
}

describe.each(Object.entries(resources))('a list of %s', (table, resource) => {
  const { create, list, remove } = resource;

  it.each(['id', '-id', 'name', '-name', 'updated_at', '-updated_at'] as const)(
    'sorted by %s shows each row once, ties by id, at any page size',
    async (sort) => {
      const { tp, rows } = await shelf(table, resource);
      for (const limit of [1, 2, 3, 7, 200])
        expect(idsOf(await allRows(list(tp, { sort, limit })))).toEqual(sorted(rows, sort));
    },
  );

  it.each(['name', '-name', '-id', '-updated_at'] as const)(
    'sorted by %s repeats and skips nothing while rows are added and removed',
    async (sort) => {
      const { tp, rows } = await shelf(table, resource);
      const order = sorted(rows, sort);
      const first = await list(tp, { sort, limit: 3 });
      expect(idsOf(first.data)).toEqual(order.slice(0, 3));
      for (const id of [order[2]!, order[4]!]) await remove(tp, id);
      const [before, after] = [
        await create(tp, sort === '-name' ? 'Z' : 'A0'),
        await create(tp, sort === '-name' ? 'A0' : 'Z'),
      ];
      const rest = idsOf(await allRows(list(tp, { sort, limit: 1, cursor: first.page.next_cursor! })));
      expect(rest.filter((id) => ![before.id, after.id].includes(id))).toEqual([
        order[3],
        order[5],
        order[6],
      ]);
      expect(rest.includes(before.id)).toBe(false);
      expect(rest.includes(after.id)).toBe(sort.endsWith('name'));
    },
  );

  it('leaves out deleted rows unless include_deleted is set', async () => {
    const { tp, rows } = await shelf(table, resource);
    const [gone, ...kept] = rows;
    await remove(tp, gone!.id);
    expect((await list(tp)).data).toEqual(kept);
    const all = (await list(tp, { include_deleted: true })).data as (Row & { deleted_at: string | null })[];
    expect(idsOf(all)).toEqual(idsOf(rows));
    expect(all.map(({ deleted_at }) => deleted_at !== null)).toEqual(rows.map(({ id }) => id === gone!.id));
    const since = await list(tp, { include_deleted: true, updated_since: all[0]!.updated_at });
    expect(idsOf(since.data)).toEqual([gone!.id]);
  });

  it('finds rows changed at or after a time, and one row by its external_id', async () => {
    const { tp, rows } = await shelf(table, resource);
    for (const time of TIMES) {
      const changed = rows.filter(({ updated_at }) => updated_at >= time);
      expect((await list(tp, { updated_since: time })).data).toEqual(changed);
      const elsewhere = `${new Date(Date.parse(time) - 3 * 3_600_000).toISOString().slice(0, -1)}-03:00`;
      expect((await list(tp, { updated_since: elsewhere })).data).toEqual(changed);
    }
    expect((await list(tp, { external_id: 'E-4' })).data).toEqual([rows[4]]);
    expect((await list(tp, { external_id: 'E-4', updated_since: TIMES[2] })).data).toEqual([]);
    expect((await list(tp, { external_id: 'e-4' })).data).toEqual([]);
  });

  it('continues only from a cursor of its own', async () => {
    const { tp } = await shelf(table, resource);
    const cursor = (await list(tp, { limit: 1 })).page.next_cursor!;
    const stranger = (await environment().tenant()).tp;
    const other = Object.values(resources).find((each) => each !== resource)!;
    const refused = { status: 400, code: 'invalid_cursor', errors: [{ parameter: 'cursor' }] };
    await expect(list(stranger, { cursor })).rejects.toMatchObject(refused);
    await expect(other.list(tp, { cursor })).rejects.toMatchObject(refused);
    await expect(list(tp, { cursor, sort: '-id' })).rejects.toMatchObject(refused);
    await expect(list(tp, { cursor: `${cursor}x` })).rejects.toMatchObject(refused);
  });

  it('has no rows of another tenant', async () => {
    await shelf(table, resource);
    const { tp } = await environment().tenant();
    expect(await list(tp, { include_deleted: true })).toEqual({
      data: [],
      page: { next_cursor: null, has_more: false },
    });
  });
});
