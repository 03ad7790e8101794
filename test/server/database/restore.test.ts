import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { startService } from '../../../server/main/roles/service.ts';
import { onServer } from '../../support/databases.ts';
import {
  copyOf,
  hasPostgresPrograms,
  initialize,
  type PostgresServer,
  postgresFolder,
  removeFolder,
  runProgram,
  startPostgres,
} from '../../support/postgres-cluster.ts';
import { openEndpoint } from '../../support/test-endpoint.ts';
import {
  openTestEnvironment,
  type TestEnvironment,
  type TestTenant,
} from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

interface EventPage {
  readonly data: readonly {
    readonly event_id: string;
    readonly data: { readonly customer: { readonly name: string } };
  }[];
  readonly page: { readonly next_cursor: string };
}

async function open(url: string, env: Readonly<Record<string, string>> = {}): Promise<TestEnvironment> {
  const environment = await openTestEnvironment({ database: { url, drop: async () => {} }, env });
  onTestFinished(() => environment.close());
  return environment;
}

/** Sends a tenant's request to another environment: a restored copy has the same keys. */
const ask = (environment: TestEnvironment, { key }: TestTenant, path: string): Promise<Response> =>
  fetch(`${environment.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

async function read(environment: TestEnvironment, tenant: TestTenant, cursor?: string) {
  const response = await ask(
    environment,
    tenant,
    `/events${cursor === undefined ? '' : `?cursor=${cursor}`}`,
  );
  expect(response.status, await response.clone().text()).toBe(200);
  const { data, page } = (await response.json()) as EventPage;
  return { names: data.map((event) => event.data.customer.name), cursor: page.next_cursor };
}

async function expectRewound(
  environment: TestEnvironment,
  tenant: TestTenant,
  cursor: string,
): Promise<string> {
  const response = await ask(environment, tenant, `/events?cursor=${cursor}`);
  const problem = (await response.json()) as { code: string; resume_cursor: string };
  expect([response.status, problem.code]).toEqual([400, 'feed_rewound']);
  return problem.resume_cursor;
}

const epochOf = async (environment: TestEnvironment, tenant: TestTenant): Promise<string> =>
  ((await (await ask(environment, tenant, '/me')).json()) as { data_epoch: string }).data_epoch;

/** Whoever has read the original before sees another epoch, also before anybody reads the feed. Restarts don't change it. */
async function expectNewEpoch(copy: TestEnvironment, tenant: TestTenant, before: string): Promise<void> {
  const epochs = [await epochOf(copy, tenant), await epochOf(await open(copy.databaseUrl), tenant)];
  expect(epochs).toEqual([expect.stringMatching(/^\w+$/), epochs[0]]);
  expect(epochs[0]).not.toBe(before);
}

const buy = async ({ tp }: TestTenant, ...names: string[]): Promise<void> => {
  for (const name of names) await tp.customers.create({ type: 'person', name });
};

/** A reader before the backup, one after it, and what they are told by the copy that was restored. */
async function expectHonestFeed(
  copy: TestEnvironment,
  tenant: TestTenant,
  before: string,
  after: string,
): Promise<void> {
  const resume = await expectRewound(copy, tenant, after);
  // The copy writes on, beyond the position of the reader who knows more.
  for (const name of ['Copia 1', 'Copia 2', 'Copia 3', 'Copia 4'])
    await fetch(`${copy.baseUrl}/api/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'person', name }),
    });
  expect(await expectRewound(copy, tenant, after)).toBe(resume);
  const [{ first }] = (await copy.context.db.query<{ first: number }>(
    `SELECT min(id) AS first FROM customers WHERE name LIKE 'Copia%'`,
    [],
  )) as [{ first: number }];
  expect(first).toBeGreaterThan(1_000_000); // The original gave out the next ids to others.
  const written = ['Copia 1', 'Copia 2', 'Copia 3', 'Copia 4'];
  expect((await read(copy, tenant, resume)).names).toEqual(written);
  const reader = await read(copy, tenant, before);
  expect(reader.names).toEqual(written);
  expect((await read(copy, tenant, reader.cursor)).names).toEqual([]);
}

describe.runIf(hasPostgresPrograms())('after a restore', () => {
  let folder: string;
  let server: PostgresServer;
  beforeAll(async () => {
    folder = await postgresFolder();
    await initialize(path.join(folder, 'data'));
    const archive = { archive_mode: 'on', archive_command: `cp %p ${folder}/%f` };
    server = await startPostgres(path.join(folder, 'data'), archive);
  });
  afterAll(async () => {
    await server.stop();
    await removeFolder(folder);
  });

  async function database(name: string): Promise<string> {
    await onServer(server.url, (client) => client.query(`CREATE DATABASE ${name}`));
    const url = server.url.replace(/postgres$/, name);
    return url;
  }

  it('a feed from pg_dump tells readers what it has lost, and a paused copy sends nothing', async () => {
    const url = await database('dumped');
    await migrate(url);
    const original = await open(url);
    const endpoint = await openEndpoint();
    onTestFinished(() => endpoint.close());
    const tenant = await original.tenant();
    await buy(tenant, 'Ana', 'Bia');
    const before = await read(original, tenant);
    await register(original.context, tenant.tenantId, endpoint.url, ['customer.created']);
    await buy(tenant, 'Caio');
    const atBackup = await read(original, tenant, before.cursor);
    const dump = path.join(folder, 'dump');
    await runProgram('pg_dump', ['-Fc', '-f', dump, url]);
    await buy(tenant, 'Davi', 'Eva');
    const after = await read(original, tenant, atBackup.cursor);
    const epoch = await epochOf(original, tenant);
    expect(after.names).toEqual(['Davi', 'Eva']);

    const restoredUrl = await database('restored');
    await runProgram('pg_restore', ['-d', restoredUrl, dump]);
    expect(await migrate(restoredUrl)).toEqual([]);
    const copy = await open(restoredUrl, { WEBHOOKS_PAUSED: 'on' });
    const paused = await startService(copy.context, ['worker']);
    expect((await fetch(`${paused.healthAddress}/readyz`)).status).toBe(200);
    await paused.stop();
    expect(endpoint.received).toEqual([]);
    await expectNewEpoch(copy, tenant, epoch);
    await expectHonestFeed(copy, tenant, atBackup.cursor, after.cursor);

    const live = await open(restoredUrl);
    const worker = await startService(live.context, ['worker']);
    await expect.poll(() => endpoint.received.length).toBe(5); // Caio, who was waiting, and the copy's four.
    await worker.stop();
  });

  it('a feed recovered to a point in time tells readers what it has lost', async () => {
    const url = await database('recovered');
    await migrate(url);
    const original = await open(url);
    const tenant = await original.tenant();
    const copyFolder = path.join(folder, 'copy');
    await copyOf(server.port, copyFolder, ['-X', 'none']);
    await buy(tenant, 'Ana', 'Bia');
    const atPoint = await read(original, tenant);
    await onServer(server.url, (client) => client.query("SELECT pg_create_restore_point('noon')"));
    await buy(tenant, 'Caio', 'Davi');
    const after = await read(original, tenant, atPoint.cursor);
    const epoch = await epochOf(original, tenant);
    await onServer(server.url, (client) => client.query('SELECT pg_switch_wal()'));
    await mkdir(path.join(copyFolder, 'pg_wal'), { recursive: true });
    await writeFile(path.join(copyFolder, 'recovery.signal'), '');
    const copyServer = await startPostgres(copyFolder, {
      restore_command: `cp ${folder}/%f %p`,
      recovery_target_name: 'noon',
      recovery_target_action: 'promote',
    });
    onTestFinished(() => copyServer.stop());
    await onServer(copyServer.url, async (client) => {
      const isRecovering = async () =>
        (await client.query<{ yes: boolean }>('SELECT pg_is_in_recovery() AS yes')).rows[0]!.yes;
      while (await isRecovering()) await client.query('SELECT pg_sleep(0.05)');
    });
    const copy = await open(copyServer.url.replace(/postgres$/, 'recovered'));
    await expectNewEpoch(copy, tenant, epoch);
    await expectHonestFeed(copy, tenant, atPoint.cursor, after.cursor);
  });
});
