import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { stocked } from '../../support/shop.ts';
import { openShop, refusal } from '../../support/trade.ts';

const environment = sharedEnvironment();

type Entry = { product_id: number; min_quantity: number; price: number };
/** An entry as it was set, without what a list says of its product. */
const asSet = ({ product_id, min_quantity, price }: Entry) => ({ product_id, min_quantity, price });

async function tableShop() {
  const shop = await openShop(environment());
  const { id, version } = await shop.priceTables.create({ name: 'Atacado', code: 'AT', kind: 'fixed' });
  return { ...shop, id, version, entries: async () => (await shop.priceTables.entries(id)).map(asSet) };
}

describe('the entries of a price table', () => {
  it('are set, changed and removed by product and min_quantity; all others stay', async () => {
    const { priceTables, tp, id, version, entries } = await tableShop();
    const [a, b] = [(await stocked(tp, 0)).id, (await stocked(tp, 0)).id];
    const set = [
      { product_id: b, price: 1 },
      { product_id: a, min_quantity: 10, price: 34.9 },
      { product_id: a, min_quantity: 0.5, price: 37.9 },
    ];
    expect(await priceTables.set(id, ...set)).toEqual({ set: 3, removed: 0 });
    const rows = [
      { product_id: a, min_quantity: 0.5, price: 37.9 },
      { product_id: a, min_quantity: 10, price: 34.9 },
      { product_id: b, min_quantity: 0, price: 1 },
    ];
    expect(await entries()).toEqual(rows);
    const table = await priceTables.get(id);
    expect(await priceTables.set(id, ...set)).toEqual({ set: 3, removed: 0 });
    const missing = { product_id: b, min_quantity: 98, price: null };
    expect(await priceTables.set(id, missing)).toEqual({ set: 0, removed: 0 });
    expect(await priceTables.get(id)).toEqual(table);
    expect(await entries()).toEqual(rows);
    const change = [
      { product_id: a, min_quantity: 10, price: 0 },
      { product_id: b, price: null },
      { product_id: b, min_quantity: 99, price: null }, // does not exist
    ];
    expect(await priceTables.set(id, ...change)).toEqual({ set: 1, removed: 1 });
    expect(await entries()).toEqual([rows[0], { ...rows[1], price: 0 }]);
    expect(await priceTables.entries(id, { product_id: String(b) })).toEqual([]);
    const backwards = await priceTables.entries(id, { sort: '-product_id' });
    expect(backwards.map(asSet)).toEqual((await entries()).toReversed());
    expect((await priceTables.get(id)).version).toBe(version + 2);
  });

  it('are listed with the ETag of their table, which their PUT takes as If-Match', async () => {
    const { tp, id, request, priceTables } = await tableShop();
    const { id: product_id } = await stocked(tp, 0);
    const path = `/price-table-entries/${id}`;
    const read = (headers = {}) => request('GET', path, { headers });
    const set = (etag: string, price: number) =>
      request('PUT', path, { body: { entries: [{ product_id, price }] }, headers: { 'if-match': etag } });
    const etag = (await read()).headers.get('ETag')!;
    expect(etag).toBe((await request('GET', `/price-tables/${id}`)).headers.get('ETag'));
    expect((await set(etag, 1)).status).toBe(200);
    expect((await set(etag, 2)).status).toBe(412);
    const now = await read({ 'if-none-match': etag });
    expect([now.status, await now.json()]).toMatchObject([200, { data: [{ price: 1 }] }]);
    expect((await read({ 'if-none-match': now.headers.get('ETag')! })).status).toBe(304);
    await priceTables.delete(id);
    expect((await read()).headers.get('ETag')).not.toBe(now.headers.get('ETag'));
  });

  it('can be set up to 1000 at once, and are listed in pages', async () => {
    const { priceTables, tp, id, entries, request } = await tableShop();
    const [a, b] = [(await stocked(tp, 0)).id, (await stocked(tp, 0)).id];
    const thousand = Array.from({ length: 1000 }, (_, n) => ({
      product_id: n % 2 ? a : b,
      min_quantity: n,
      price: n / 100,
    }));
    const onlyThousand = refusal(400, 'invalid_request', '#/entries');
    const tooMany = priceTables.set(id, ...thousand, { product_id: a, min_quantity: 1000, price: 1 });
    await expect(tooMany).rejects.toMatchObject(onlyThousand);
    await expect(priceTables.set(id)).rejects.toMatchObject(onlyThousand);
    expect(await priceTables.set(id, ...thousand)).toEqual({ set: 1000, removed: 0 });
    const found: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const response = await request(
        'GET',
        `/price-table-entries/${id}?limit=77${cursor && `&cursor=${cursor}`}`,
      );
      const { data, page } = (await response.json()) as {
        data: Entry[];
        page: { next_cursor: string | null };
      };
      found.push(...data.map(asSet));
      cursor = page.next_cursor;
    }
    expect(found).toEqual(
      thousand.toSorted((x, y) => x.product_id - y.product_id || x.min_quantity - y.min_quantity),
    );
    const gone = thousand.map((entry) => ({ ...entry, price: null }));
    expect(await priceTables.set(id, ...gone)).toEqual({ set: 0, removed: 1000 });
    expect(await entries()).toEqual([]);
  });

  it('are set all or none, with a pointer to each invalid one', async () => {
    const { priceTables, tp, id, entries } = await tableShop();
    const good = (await stocked(tp, 0)).id;
    const deleted = (await stocked(tp, 0)).id;
    await tp.products.delete(deleted);
    const foreign = (await stocked((await environment().tenant()).tp, 0)).id;
    const unknown = [good, deleted, foreign].map((product_id) => ({ product_id, price: 1 }));
    await expect(priceTables.set(id, ...unknown)).rejects.toMatchObject(
      refusal(422, 'invalid_reference', '#/entries/1/product_id', '#/entries/2/product_id'),
    );
    const repeated = [
      { product_id: good, price: 1 },
      { product_id: good, min_quantity: 0, price: null },
      { product_id: good, min_quantity: 1, price: 1 },
      { product_id: good, min_quantity: 1.0, price: 2 },
    ];
    await expect(priceTables.set(id, ...repeated)).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/entries/1', '#/entries/3'),
    );
    expect(await entries()).toEqual([]);
  });

  it('can only be set on a table of kind fixed in the same tenant', async () => {
    const { priceTables, tp } = await tableShop();
    const entry = { product_id: (await stocked(tp, 0)).id, price: 1 };
    const { id } = await priceTables.create({ name: '10', code: '10', kind: 'percentage', percentage: 10 });
    await expect(priceTables.set(id, entry)).rejects.toMatchObject(
      refusal(400, 'invalid_request', '#/entries'),
    );
    const { id: foreign } = await tableShop();
    await expect(priceTables.set(foreign, entry)).rejects.toMatchObject(refusal(404, 'not_found'));
    await expect(priceTables.entries(foreign)).rejects.toMatchObject(refusal(404, 'not_found'));
  });
});
