import path from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import {
  hasPostgresPrograms,
  initialize,
  postgresFolder,
  removeFolder,
  startPostgres,
} from '../../support/postgres-cluster.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';

/** Room for 200 locks, and some more for a short time. By default it's 6 400. */
const SMALL = { max_locks_per_transaction: '10', max_connections: '20' };
const TENANTS = 2;

const newProducts = Array.from({ length: 100 }, (_, n) => ({
  ...{ external_id: `E${n}`, name: `P${n}`, sku: `S${n}`, price: 1 },
}));

/** A session that takes every lock that is left, and keeps them. */
async function takeAllLocks(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  onTestFinished(() => client.end());
  await client.connect();
  const taken = client.query('SELECT pg_advisory_lock(n) FROM generate_series(1, 100000) n');
  await expect(taken).rejects.toMatchObject({ code: '53200' });
  return client;
}

it.runIf(hasPostgresPrograms())(
  'imports with room for 200 locks, and without room writes nothing and asks to be repeated',
  async () => {
    const folder = await postgresFolder();
    const data = path.join(folder, 'data');
    await initialize(data);
    const server = await startPostgres(data, SMALL);
    onTestFinished(() => server.stop().then(() => removeFolder(folder)));
    await migrate(server.url);
    const environment = await openTestEnvironment({ database: { url: server.url, drop: async () => {} } });
    onTestFinished(() => environment.close());
    const tenants = await Promise.all(Array.from({ length: TENANTS }, () => environment.tenant()));
    const write = ({ request }: (typeof tenants)[number], key: string) =>
      request('POST', '/products/batch', {
        body: { items: newProducts },
        headers: { 'idempotency-key': key },
      });

    const imports = await Promise.all(tenants.flatMap((each) => [write(each, 'one'), write(each, 'two')]));
    expect(imports.map(({ status }) => status)).toEqual(Array(2 * TENANTS).fill(200));

    const tenant = await environment.tenant();
    const locks = await takeAllLocks(server.url);
    const refused = await write(tenant, 'three');
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([
      ...[503, '2'],
      'service_unavailable',
    ]);
    await locks.end();
    const counts = () =>
      environment.context.db.query(
        `SELECT (SELECT count(*)::int FROM products WHERE tenant_id = $1) AS products,
           (SELECT count(*)::int FROM events WHERE tenant_id = $1) AS events`,
        [tenant.tenantId],
      );
    expect(await counts()).toEqual([{ products: 0, events: 0 }]);
    expect((await write(tenant, 'three')).status).toBe(200);
    expect(await counts()).toEqual([{ products: 100, events: 100 }]);
  },
);
