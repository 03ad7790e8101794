import { expect, it } from 'vitest';
import { onServer } from '../../support/databases.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';

const ROWS = 8;

/** Two tenants with categories and customers; each row has a name of its own. */
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
  const read = (which: 'category' | 'customer') =>
    paths.map(async ({ tenant, ...path }) => {
      const response = await tenant.request('GET', path[which]);
      return response.ok ? ((await response.json()) as { name: string }).name : response.status;
    });
  const onDatabase = async (sql: string) =>
    (await onServer(databaseUrl, (client) => client.query(sql))).rows.length;
  return { databaseUrl, read, onDatabase, names: paths.map(({ name }) => name) };
}

const LINES = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tradepost look-ups'`;

it('each of many look-ups at once gets its own row, on two connections', async () => {
  const { read, onDatabase, names } = await filled();
  for (let round = 0; round < 5; round += 1)
    expect(await Promise.all([...read('category'), ...read('customer')])).toEqual([...names, ...names]);
  expect(await onDatabase(`SELECT 1 ${LINES}`)).toBe(2);
});

it('look-ups whose connection breaks get their rows otherwise', async () => {
  const { databaseUrl, read, onDatabase, names } = await filled();
  const held = await holdLocks(databaseUrl, 'LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
  const reading = read('customer');
  await expect
    .poll(() => onDatabase(`SELECT pg_terminate_backend(pid) ${LINES} AND wait_event_type = 'Lock'`), {
      interval: 5,
    })
    .toBeGreaterThan(0);
  await held.release();
  expect(await Promise.all(reading)).toEqual(names);
  expect(await Promise.all(read('customer'))).toEqual(names);
});

it('look-ups of other tables go on while those of a locked one wait', async () => {
  const { databaseUrl, read, names } = await filled();
  const held = await holdLocks(databaseUrl, 'LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
  const reading = read('customer');
  await expect.poll(held.waiting).toBeGreaterThan(0);
  expect(await Promise.all(read('category'))).toEqual(names);
  await held.release();
  expect(await Promise.all(reading)).toEqual(names);
});
