import { expect, it } from 'vitest';
import { onServer } from '../../support/databases.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

const ROWS = 8;

/** Two tenants with categories and customers; each row has a name of its own. Both connections are open. */
async function filled() {
  const environment = await useTestEnvironment();
  const { databaseUrl } = environment;
  const tenants = [await environment.tenant(), await environment.tenant()];
  const paths = await Promise.all(
    tenants.flatMap((tenant) =>
      Array.from({ length: ROWS }, async (_, n) => {
        const name = `${tenant.tenantId} é ${n}`;
        const { id } = await tenant.tp.categories.create({ name });
        const customer = await tenant.tp.customers.create({ type: 'person', name });
        return { tenant, name, category: `/categories/${id}`, customer: `/customers/${customer.id}` };
      }),
    ),
  );
  /** What was read: the name, or the status of a response without one. */
  const read = (which: 'category' | 'customer', from = paths) =>
    from.map(async ({ tenant, ...path }) => {
      const response = await tenant.request('GET', path[which]);
      return response.ok ? ((await response.json()) as { name: string }).name : response.status;
    });
  const pids = async () => {
    const { rows } = await onServer(databaseUrl, (client) =>
      client.query<{ pid: number }>(`SELECT pid ${LINES}`),
    );
    return rows.map(({ pid }) => pid);
  };
  await expect
    .poll(async () => {
      await Promise.all(read('category'));
      return pids();
    })
    .toHaveLength(2);
  const ofTenant = (n: number) => paths.filter(({ tenant }) => tenant === tenants[n]);
  return { environment, databaseUrl, read, pids, ofTenant, names: paths.map(({ name }) => name) };
}

const LINES = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tradepost look-ups'`;

it('each of many look-ups at once gets its own row, on two connections', async () => {
  const { read, pids, names } = await filled();
  for (let round = 0; round < 5; round += 1)
    expect(await Promise.all([...read('category'), ...read('customer')])).toEqual([...names, ...names]);
  expect(await pids()).toHaveLength(2);
});

it('look-ups whose connection breaks get their rows otherwise', async () => {
  const { databaseUrl, read, names } = await filled();
  const held = await holdLocks(databaseUrl, 'LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
  const reading = read('customer');
  const end = `SELECT pg_terminate_backend(pid) ${LINES} AND wait_event_type = 'Lock'`;
  const ended = async () => (await onServer(databaseUrl, (client) => client.query(end))).rowCount;
  await expect.poll(ended, { interval: 5 }).toBeGreaterThan(0);
  await held.release();
  expect(await Promise.all(reading)).toEqual(names);
  expect(await Promise.all(read('customer'))).toEqual(names);
});

it('look-ups of another tenant go on while those of a locked table wait', async () => {
  const { databaseUrl, read, ofTenant, names } = await filled();
  const held = await holdLocks(databaseUrl, 'LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
  const waiting = read('customer', ofTenant(0));
  await expect.poll(held.waiting).toBeGreaterThan(0);
  expect(await Promise.all(read('category', ofTenant(1)))).toEqual(names.slice(ROWS));
  await held.release();
  expect(await Promise.all(waiting)).toEqual(names.slice(0, ROWS));
});

it('look-ups take new connections when the pool does, as after another host has become the primary', async () => {
  const { environment, read, pids, names } = await filled();
  const before = await pids();
  environment.context.db.renewConnections();
  await expect
    .poll(async () => {
      expect(await Promise.all(read('customer'))).toEqual(names);
      return (await pids()).filter((pid) => !before.includes(pid));
    })
    .toHaveLength(2);
});
