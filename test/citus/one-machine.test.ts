import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { distribute } from '../../server/db/migrate/distribute.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { plantFor } from '../contract/walk-rows.ts';
import { requestSamples } from '../contract-check/request-samples.ts';
import { demoTenant } from '../partitioned/demo-tenant.ts';
import { sendExamples } from '../partitioned/send-examples.ts';
import { sendLists } from '../partitioned/send-lists.ts';
import { sendRare } from '../partitioned/send-rare.ts';
import { onServer } from '../support/databases.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { addressOf, createCitusDatabase, databaseOf, startCluster } from './cluster.ts';

const NAME = 'tradepost_one_machine';
const LOG = {
  'citus.log_remote_commands': 'on',
  logging_collector: 'on',
  log_statement: 'all',
  log_min_messages: 'notice',
  log_line_prefix: '%p|',
};

/** The API's service on a cluster, and what its machines have logged, the coordinator first. */
async function openLogged() {
  const cluster = await startCluster(LOG);
  onTestFinished(() => cluster.close());
  const url = await createCitusDatabase(cluster.urls, NAME);
  await migrate(url);
  await distribute(url);
  const folders: string[] = [];
  for (const machine of cluster.urls)
    folders.push(
      await onServer(databaseOf(machine, NAME), async (client) => {
        const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
        return path.join(rows[0]!.data_directory, 'log');
      }),
    );
  const environment = await useTestEnvironment({
    database: { url, drop: async () => {} },
    roles: ['api'],
  });
  return { environment, readLogs: () => folders.map(readLog), coordinator: addressOf(url)[1] };
}

const readLog = (folder: string): string =>
  readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('');

/** They are about several tenants, or write what each machine has. */
const OF_ALL_TENANTS =
  /^(add to stored bytes|find API keys|record refused requests|start feed epoch|touch API keys)$/;
/** A transaction that has come to several machines has each savepoint and its end on all of them. */
const OF_TRANSACTIONS = /^issuing (BEGIN|SAVEPOINT|RELEASE|ROLLBACK|PREPARE|COMMIT)/;

/** The tenants and keys of the test. */
const MADE = /^execute <unnamed>: insert into "(tenants|api_keys)"/;

/** What machines ask each other by themselves. */
const OF_CITUS = /pg_prepared_xacts|dump_local_wait_edges/;

/** What a machine has sent to another one, but for the coordinator, which gives out ids. */
function sentElsewhere(log: string, coordinator: number): string[] {
  const sent = log.matchAll(/NOTICE: {2}(issuing .*)\n.*\bon server \S+:(\d+) /g);
  return [...sent]
    .filter(([, command, port]) => Number(port) !== coordinator && !OF_CITUS.test(command!))
    .map(([, command]) => command!);
}

/** The statements of the service of which a run asked more than one machine. */
function spread(log: string): string[] {
  const now = new Map<string, { readonly name: string; readonly machines: Set<string> }>();
  const found = new Set<string>();
  let issued = '';
  for (const [, pid, text] of log.matchAll(/^(\d+)\|(?:LOG|NOTICE|DETAIL): {2}(.*)/gm)) {
    // Parts that run on the coordinator itself are logged as statements, too.
    const name = /^execute (.*?): |^statement: (?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/.exec(text!);
    if (name) now.set(pid!, { name: MADE.test(text!) ? '' : (name[1] ?? ''), machines: new Set() });
    if (text!.startsWith('issuing ')) issued = text!;
    const machine = /^on server \S+:(\d+) /.exec(text!)?.[1];
    const running = now.get(pid!);
    if (machine === undefined || !running || OF_TRANSACTIONS.test(issued)) continue;
    if (running.machines.add(machine).size > 1) found.add(running.name);
  }
  return [...found].filter((name) => !OF_ALL_TENANTS.test(name) && name !== '').sort();
}

it.skipIf(!process.env.TRADEPOST_CITUS || process.env.CITUS_COORDINATOR_URL !== undefined)(
  'asks one machine per statement, whatever a tenant reads or writes',
  { timeout: 900_000 },
  async () => {
    const { environment, readLogs, coordinator } = await openLogged();
    const demo = await demoTenant(environment, environment.tenant);
    const before = readLogs().map(({ length }) => length);
    await sendRare(demo);
    await sendLists(demo);
    for (const sample of requestSamples)
      await sendExamples(sample, async () => {
        const tenant = await environment.tenant();
        await plantFor(sample, environment, tenant.tenantId);
        return tenant;
      });
    const [ofCoordinator, ...ofOthers] = readLogs().map((log, i) => log.slice(before[i]));
    expect(spread(ofCoordinator!)).toEqual([]);
    expect(ofOthers.flatMap((log) => sentElsewhere(log, coordinator))).toEqual([]);
  },
);
