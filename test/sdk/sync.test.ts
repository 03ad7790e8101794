import { type SyncChange, type SyncList, type SyncOptions, Tradepost } from '@tradepost/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { stocked } from '../support/shop.ts';
import type { TestTenant } from '../support/test-environment.ts';

const environment = sharedEnvironment();
const LISTS = ['products', 'categories', 'customers', 'stock', 'orders'] as const;
type Copied = (typeof LISTS)[number];

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await environment().tenant({ plan: 'Enterprise' });
  const { tp } = tenant;
  await tp.categories.create({ name: 'Cafés' });
  const rows = Array.from({ length: 450 }, (_, n) => ({ name: `Café ${n}`, sku: `CAF-${n}`, price: 10 }));
  for await (const { problem } of tp.products.batchAll(rows)) expect(problem).toBeNull();
  const { id: customer_id } = await tp.customers.create({ type: 'person', name: 'Maria Souza' });
  const { sku } = await stocked(tp, 9);
  for (let n = 0; n < 3; n += 1) await tp.orders.create({ customer_id, items: [{ sku, quantity: 1 }] });
});

interface Kept {
  readonly row: SyncChange['rows'][number];
  readonly load: number;
}

const idOf = (row: Kept['row']): number => ('product_id' in row ? row.product_id : row.id);

/** A copy as programs have it, of rows by list and id, and a state that outlives each sync. */
function openCopy() {
  const rows = new Map<string, Kept>();
  const applied: SyncChange[] = [];
  let saved: string | undefined;
  return {
    rows,
    applied,
    store: {
      read: () => saved ?? null, // as Redis and SQL say that there is none
      write(state: string) {
        saved = state;
      },
    },
    apply(change: SyncChange) {
      applied.push(change);
      for (const row of change.rows) {
        const key = `${change.list} ${idOf(row)}`;
        if ('deleted_at' in row && row.deleted_at) rows.delete(key);
        else rows.set(key, { row, load: change.load });
      }
      if (!change.isLoaded) return;
      for (const [key, { load }] of rows)
        if (key.startsWith(`${change.list} `) && load !== change.load) rows.delete(key);
    },
    of: (list: SyncList) => [...rows].flatMap(([key, { row }]) => (key.startsWith(`${list} `) ? [row] : [])),
  };
}

type Copy = ReturnType<typeof openCopy>;

const optionsFor = (copy: Copy, lists: readonly Copied[] = LISTS): SyncOptions<Copied> => ({
  lists,
  store: copy.store,
  apply: (change) => copy.apply(change),
});

/** What the service has. */
async function listed(list: Copied): Promise<unknown[]> {
  return (await tenant.tp[list]
    .list({ sort: 'updated_at' } as never)
    .toArray({ limit: 10_000 })) as unknown[];
}

async function expectEqual(copy: Copy, lists: readonly Copied[] = LISTS): Promise<void> {
  const sorted = (rows: readonly unknown[]) => [...(rows as Kept['row'][])].sort((a, b) => idOf(a) - idOf(b));
  for (const list of lists) expect(sorted(copy.of(list)), list).toEqual(sorted(await listed(list)));
}

/** A client whose `fetch` is ours. */
const clientWith = (fetch: (url: string, init?: RequestInit) => Promise<Response>): Tradepost =>
  new Tradepost({ apiKey: tenant.key, baseUrl: environment().baseUrl, fetch: fetch as never, maxRetries: 0 });

describe('sync', () => {
  it('loads whole lists, then brings what has changed and what was deleted, and nothing twice', async () => {
    const copy = openCopy();
    const progress: string[] = [];
    const onProgress = ({ list, rows }: { list: string; rows: number }) =>
      void progress.push(`${list} ${rows}`);
    expect(await tenant.tp.sync({ ...optionsFor(copy), onProgress })).toMatchObject({
      products: 451,
      orders: 3,
    });
    await expectEqual(copy);
    expect(progress.filter((line) => line.startsWith('products'))).toEqual([
      'products 200',
      'products 400',
      'products 451',
    ]);
    copy.applied.length = 0;
    const [first, second] = await tenant.tp.products.list({ limit: 2 }).toArray({ limit: 2 });
    await tenant.tp.products.update(first!.id, { name: 'Café de Minas' });
    await tenant.tp.products.delete(second!.id);
    const report = await tenant.tp.sync(optionsFor(copy));
    expect(report).toEqual({ products: 2, categories: 0, customers: 0, stock: 1, orders: 0 });
    await expectEqual(copy);
    copy.applied.length = 0;
    await tenant.tp.sync(optionsFor(copy));
    expect(copy.applied).toEqual([]);
  });

  it('misses nothing when it ends a hundred times, before and after rows and its state are saved', async () => {
    const copy = openCopy();
    let step = 0;
    // Dies at a later step in each life, so at every one of them in the end.
    const dying = (life: number): SyncOptions<Copied> => {
      step = 0;
      const mayDie = () => {
        step += 1;
        if (step === 1 + (life % 7)) throw new Error('killed');
      };
      return {
        ...optionsFor(copy),
        store: {
          read: copy.store.read,
          write(state) {
            mayDie();
            copy.store.write(state);
          },
        },
        apply(change) {
          mayDie();
          copy.apply(change);
          mayDie();
        },
      };
    };
    for (let life = 0; life < 100; life += 1) {
      if (life % 10 === 0) await tenant.tp.customers.create({ type: 'person', name: `Ana ${life}` });
      await tenant.tp.sync(dying(life)).catch((error: Error) => expect(error.message).toBe('killed'));
    }
    await tenant.tp.sync(optionsFor(copy));
    await expectEqual(copy);
  });

  it('loads anew after a restore of the service, and says which rows are gone', async () => {
    const copy = openCopy();
    let epoch = 'first';
    const tp = clientWith(async (url, init) => {
      const response = await fetch(url, init);
      if (!url.endsWith('/me')) return response;
      return Response.json({ ...(await response.json()), data_epoch: epoch });
    });
    const lists = ['customers', 'orders'] as const;
    await tp.sync(optionsFor(copy, lists));
    // What the restored service has lost.
    const [[, kept]] = copy.rows as unknown as [[string, Kept]];
    copy.rows.set('customers 999999', { ...kept, row: { ...kept.row, id: 999_999 } as never });
    copy.applied.length = 0;
    epoch = 'second';
    await tp.sync(optionsFor(copy, lists));
    await expectEqual(copy, lists);
    expect(copy.applied.map(({ load, isLoaded }) => `${load} ${isLoaded}`)).toEqual([
      ...['2 false', '2 true', '2 false', '2 true'],
    ]);
  });

  it('goes on behind the rows that it has when an export breaks off', async () => {
    const copy = openCopy();
    let exports = 0;
    const tp = clientWith(async (url, init) => {
      const response = await fetch(url, init);
      if (!url.includes('/exports/') || exports++ > 0) return response;
      const text = await response.text();
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, text.length * 0.7))),
        pull: (controller) => controller.error(new TypeError('terminated')),
      });
      return new Response(body, { status: 200, headers: response.headers });
    });
    await tp.sync(optionsFor(copy, ['products']));
    expect(exports).toBe(2);
    await expectEqual(copy, ['products']);
  });

  it('goes on until it is aborted, also over an outage', async () => {
    const copy = openCopy();
    const stop = new AbortController();
    let passes = 0;
    const tp = clientWith(async (url, init) => {
      if (url.endsWith('/me')) passes += 1;
      if (passes === 2) throw new TypeError('fetch failed');
      if (passes === 4) stop.abort();
      return fetch(url, init);
    });
    await tp.sync({ ...optionsFor(copy, ['customers']), everyMs: 1, signal: stop.signal });
    expect(passes).toBe(4);
    await expectEqual(copy, ['customers']);
  });

  it('goes on behind rows that apply has taken out of its list, and ends with what onProgress rejects with', async () => {
    const copy = openCopy();
    const options = {
      ...optionsFor(copy, ['products']),
      apply: (change: SyncChange<Copied>) =>
        copy.apply({ ...change, rows: change.rows.splice(0) } as SyncChange),
    };
    const failing = { ...options, onProgress: () => Promise.reject(new Error('full')) };
    await expect(tenant.tp.sync(failing)).rejects.toThrow('full');
    await tenant.tp.sync(options);
    await expectEqual(copy, ['products']);
  });

  it('ends with an error of Tradepost unless it goes on', async () => {
    const { tp } = await environment().tenant({ scopes: ['customers.read'] });
    await expect(tp.sync(optionsFor(openCopy()))).rejects.toMatchObject({ code: 'insufficient_scope' });
    const endless = { ...optionsFor(openCopy()), everyMs: 1 };
    await expect(tp.sync(endless)).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  it.each<[string, object, RegExp]>([
    ['an unknown list', { lists: ['prices'] }, /no list prices to sync, only products,/],
    ['no list', { lists: [] }, /lists has no list/],
    ['no store', { store: undefined }, /store\.read/],
    ['no apply', { apply: undefined }, /apply/],
    ['a misspelled option', { everyMS: 5 }, /no option everyMS/],
    ['a list twice', { lists: ['orders', 'orders'] }, /one twice/],
    [
      'a state of another form',
      { store: { read: () => '{"sync":1,"load":"1"}', write() {} } },
      /store of its own/,
    ],
    ['a pause of NaN', { everyMs: Number.NaN }, /everyMs/],
    ["the feed's cursor", { store: { read: () => 'WzEsImlkIl0', write() {} } }, /store of its own/],
  ])('refuses %s', async (_, wrong, message) => {
    const options = { ...optionsFor(openCopy()), ...wrong } as SyncOptions<Copied>;
    await expect(tenant.tp.sync(options)).rejects.toThrow(message);
  });
});
