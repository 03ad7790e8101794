import { describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/pool/database.ts';
import type { Statement } from '../../../server/db/querier.ts';
import { MAX_GROUP } from '../../../server/db/tenants/data-loader.ts';
import { TenantDatabases } from '../../../server/db/tenants/tenant-database.ts';
import { findProduct } from '../../../server/trade/catalogue/products/store.ts';
import { findOrder } from '../../../server/trade/orders/store.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const stays = () => () => {};

/** The tenants' databases, and the names of the statements that run there. */
function recorded(): { readonly databases: TenantDatabases; readonly names: string[] } {
  const { db } = environment().context;
  const names: string[] = [];
  const query: Database['query'] = (statement, values) => {
    names.push((statement as Statement).name);
    return db.query(statement, values);
  };
  return { databases: new TenantDatabases({ ...db, query }), names };
}

async function shop(products: number) {
  const { tp, tenantId } = await environment().tenant();
  const created = Array.from({ length: products }, (_, n) =>
    tp.products.create({ name: `Café ${n}`, sku: `C-${n}`, price: 10 }),
  );
  const ids = (await Promise.all(created)).map(({ id }) => id);
  return { tenantId, ids };
}

describe('look-ups of one tenant that come at the same time', () => {
  it('are one statement, and each gets its own row', async () => {
    const { tenantId, ids } = await shop(3);
    const { databases, names } = recorded();
    const rows = await Promise.all(
      [...ids, ids[0]!, 2_000_000_000].map((id) =>
        findProduct(databases.open(tenantId, stays), tenantId, id),
      ),
    );
    expect(rows.map((row) => row?.id)).toEqual([...ids, ids[0], undefined]);
    expect(rows[1]).toEqual(await findProduct(environment().context.db, tenantId, ids[1]!));
    expect(names).toEqual(['get product for several requests']);
  });

  it('stay apart from those of other tenants, whose rows they never see', async () => {
    const [one, other] = [await shop(1), await shop(1)];
    const { databases, names } = recorded();
    const ask = ({ tenantId }: typeof one, id: number) =>
      findProduct(databases.open(tenantId, stays), tenantId, id);
    const rows = await Promise.all([
      ...[one, other].map((asking) => ask(asking, one.ids[0]!)),
      ...[one, other].map((asking) => ask(asking, other.ids[0]!)),
    ]);
    expect(rows.map((row) => row?.id)).toEqual([one.ids[0], undefined, undefined, other.ids[0]]);
    expect(names).toEqual(['get product for several requests', 'get product for several requests']);
  });

  it('are one statement for the small orders, and one for each large one', async () => {
    const { tp, tenantId } = await environment().tenant();
    const product = await tp.products.create({ name: 'Café', sku: 'C', price: 10, track_stock: false });
    const customer = await tp.customers.create({ type: 'person', name: 'Maria' });
    const order = { customer_id: customer.id, items: [{ product_id: product.id, quantity: 1 }] };
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push((await tp.orders.create(order)).id);
    await environment().context.db.query(
      `UPDATE orders SET metadata = json_build_object('x', repeat('x', 100000)) WHERE tenant_id = $1 AND id = ANY ($2)`,
      [tenantId, [ids[0], ids[2]]],
    );
    const { databases, names } = recorded();
    const ask = (id: number) => findOrder(databases.open(tenantId, stays), tenantId, id);
    const rows = await Promise.all(ids.map(ask));
    expect(rows.map((row) => row?.id)).toEqual(ids);
    for (const [n, id] of ids.entries())
      expect(rows[n]).toEqual(await findOrder(environment().context.db, tenantId, id));
    expect(names).toEqual(['get order for several requests', 'get order', 'get order']);
  });

  it('are several statements when they are many', async () => {
    const { tenantId, ids } = await shop(1);
    const { databases, names } = recorded();
    const asked = Array.from({ length: MAX_GROUP + 1 }, () =>
      findProduct(databases.open(tenantId, stays), tenantId, ids[0]!),
    );
    expect(new Set((await Promise.all(asked)).map((row) => row?.id))).toEqual(new Set(ids));
    expect(names.toSorted()).toEqual(['get product', 'get product for several requests']);
  });

  it('fail together, and later ones run again', async () => {
    const { tenantId, ids } = await shop(1);
    const { db } = environment().context;
    let fails = true;
    const query: Database['query'] = (statement, values) =>
      fails ? Promise.reject(new Error('away')) : db.query(statement, values);
    const databases = new TenantDatabases({ ...db, query });
    const ask = () => findProduct(databases.open(tenantId, stays), tenantId, ids[0]!);
    const failed = await Promise.allSettled([ask(), ask()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect((await ask())?.id).toBe(ids[0]);
  });
});

it('a look-up that comes while its tenant waits for a connection joins those that wait', async () => {
  const { tenantId, ids } = await shop(2);
  const { db } = environment().context;
  const names: string[] = [];
  let goOn = (): void => {};
  const query: Database['query'] = async (statement, values) => {
    names.push((statement as Statement).name);
    if (names.length === 1) await new Promise<void>((resolve) => (goOn = resolve));
    return db.query(statement, values);
  };
  const databases = new TenantDatabases({ ...db, size: 2, query });
  const ask = (id: number) => findProduct(databases.open(tenantId, stays), tenantId, id);
  const turn = () => new Promise(setImmediate);
  const first = ask(ids[0]!);
  await turn();
  const second = ask(ids[0]!);
  await turn();
  const third = ask(ids[1]!);
  await turn();
  expect(names).toEqual(['get product']);
  goOn();
  expect((await Promise.all([first, second, third])).map((row) => row?.id)).toEqual([ids[0], ids[0], ids[1]]);
  expect(names).toEqual(['get product', 'get product for several requests']);
});
