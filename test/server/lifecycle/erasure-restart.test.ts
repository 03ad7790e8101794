import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { advanceErasures } from '../../../server/lifecycle/erasure/advance-erasures.ts';
import { completeErasures } from '../../../server/lifecycle/erasure/complete-erasures.ts';
import { spawnCommand } from '../../support/command.ts';
import { findInDatabase } from '../../support/database-dump.ts';
import { type OwnDatabase, ownDatabase } from '../../support/databases.ts';
import { report, runCommand } from '../../support/in-process-command.ts';
import { holdLocks } from '../../support/locked-rows.ts';
import { liveThrough, OF_PERSON, person } from '../../support/person.ts';
import {
  openTestEnvironment,
  SECRET_KEY,
  type TestEnvironment,
  useTestEnvironment,
} from '../../support/test-environment.ts';

const REASON = 'Requested by the customer';

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-erasures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'erasures.json');
  await writeFile(file, text);
  return file;
}

const envOf = (url: string) => ({ DATABASE_URL: url, TRADEPOST_SECRET_KEY: SECRET_KEY });

/** Orders that are delivered, so many that a step doesn't deal with them all. */
const MORE_ORDERS = `INSERT INTO orders (tenant_id, customer_id, status, currency, items, subtotal, shipping_amount, total, metadata, notes,
    discounts, discount_total, allowed_transitions, paid_total, payments, delivery_attempts, status_history, payment_terms)
  SELECT o.tenant_id, o.customer_id, 'Delivered', o.currency, o.items, o.subtotal, 0, o.subtotal, '{}', 'Zzq-' || n,
    '[]', 0, '[]', 0, '[]', '[]', '[]', '[]' FROM orders o, generate_series(1, 120) n WHERE o.id = $1`;

it('goes on where it was after a kill', async () => {
  const environment = await useTestEnvironment();
  const { context, databaseUrl } = environment;
  const tenant = await environment.tenant();
  const { id: customer_id, orders } = await liveThrough(tenant);
  // They're written a moment after their responses; an erasure begins later than that.
  const refused = () =>
    context.db.query('SELECT 1 FROM refused_requests WHERE tenant_id = $1', [tenant.tenantId]);
  await expect.poll(async () => (await refused()).length).toBeGreaterThan(5);
  await context.db.query(MORE_ORDERS, [orders[0]]);
  const { id } = await tenant.tp.customers.erase({ customer_id, reason: REASON });
  // As if a worker had seen it some time ago: what holds the lock below is an open transaction, for which a new one would wait.
  await context.db.query("UPDATE customer_erasures SET begins_after = now() - interval '1 hour'", []);
  const last = 'SELECT 1 FROM orders WHERE id = (SELECT max(id) FROM orders) FOR UPDATE';
  const locked = await holdLocks(databaseUrl, last);
  const child = spawnCommand(['erasure', 'replay', await fileOf('[]')], envOf(databaseUrl));
  const ended = new Promise((resolve) => child.once('close', resolve));
  await expect.poll(locked.waiting).toBe(1);
  child.kill('SIGKILL');
  await ended;
  await locked.release();
  const half = await tenant.tp.customers.getErasure(id);
  expect(half).toMatchObject({ status: 'running', erased: { customers: 1, orders: 100, events: 0 } });
  await expect
    .poll(async () => {
      await advanceErasures(context.db, 0);
      await completeErasures(context.db);
      return tenant.tp.customers.getErasure(id);
    })
    .toMatchObject({ status: 'completed', erased: { customers: 1, orders: 123 } });
  expect(await findInDatabase(context, OF_PERSON)).toEqual([]);
});

async function open(database: OwnDatabase): Promise<TestEnvironment> {
  return openTestEnvironment({ database: { url: database.url, drop: async () => {} } });
}

it('is done again in a restored database, from a list that names nobody', async () => {
  const serverUrl = inject('serverUrl');
  const database = await ownDatabase(serverUrl, 'tradepost_template');
  onTestFinished(() => database.drop());
  const before = await open(database);
  const tenant = await before.tenant();
  const { id } = await liveThrough(tenant);
  await before.close();
  const restored = await ownDatabase(serverUrl, new URL(database.url).pathname.slice(1));
  onTestFinished(() => restored.drop());
  const environment = await open(database);
  const begin = { customer_id: id, reason: REASON };
  const { status } = await fetch(`${environment.baseUrl}/api/v1/customer-erasures`, {
    ...{ method: 'POST', body: JSON.stringify(begin) },
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
  });
  expect(status).toBe(202);
  const listed = await report<object[]>(['erasure', 'list'], envOf(database.url));
  await environment.close();
  expect(listed).toMatchObject([{ tenant_id: tenant.tenantId, customer_id: id }]);
  const file = await fileOf(JSON.stringify([...listed, { ...listed[0], customer_id: 999_999 }]));
  expect(JSON.stringify(listed)).not.toMatch(OF_PERSON);
  const replay = ['erasure', 'replay', file];
  expect(await report(replay, envOf(restored.url))).toEqual({
    replayed: 1,
    known: 0,
    missing: 1,
    running: 0,
  });
  expect(await report(replay, envOf(restored.url))).toEqual({
    replayed: 0,
    known: 1,
    missing: 1,
    running: 0,
  });
  const left = await open(restored);
  onTestFinished(() => left.close());
  expect(await findInDatabase(left.context, OF_PERSON)).toEqual([]);
});

it('refuses a file that is none of its lists', async () => {
  const environment = await useTestEnvironment();
  for (const text of ['', '{}', `[{"name":"${person.trade_name}"}]`]) {
    const refused = await runCommand(
      ['erasure', 'replay', await fileOf(text)],
      envOf(environment.databaseUrl),
    );
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/isn't what tradepost erasure list --json prints/);
  }
});
