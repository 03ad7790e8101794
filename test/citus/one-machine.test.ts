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
import { createCitusDatabase, startCluster } from './cluster.ts';

const NAME = 'tradepost_one_machine';
const LOG = {
  logging_collector: 'on',
  log_statement: 'all',
  log_min_messages: 'notice',
  log_line_prefix: '%p|',
};

/** The API's service on a cluster that logs what the coordinator sends to which machine. */
async function openLogged() {
  const cluster = await startCluster(LOG);
  onTestFinished(() => cluster.close());
  const url = await createCitusDatabase(cluster.urls, NAME);
  await migrate(url);
  await distribute(url);
  const folder = await onServer(url, async (client) => {
    await client.query(`ALTER DATABASE ${NAME} SET citus.log_remote_commands = on`);
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return path.join(rows[0]!.data_directory, 'log');
  });
  const environment = await useTestEnvironment({
    database: { url, drop: async () => {} },
    roles: ['api'],
  });
  const readLog = (): string =>
    readdirSync(folder)
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join('');
  return { environment, readLog };
}

/**
 * What asks more machines than its tenant's: Citus runs the parts of a statement that writes one after the other, and hands their rows to all
 * machines. This list only gets shorter.
 */
const SPREAD: readonly string[] = [
  'adjust stock',
  'adjust stock of several products',
  'assign feed positions',
  'change products',
  'create customers',
  'create products',
  'insert order',
  'insert order once',
  'insert order with uses',
  'move reservations of a changed order',
  'move stock of an order',
  'write categories',
  'write coupons',
  'write customers',
  'write import',
  'write order change',
  'write price_tables',
  'write products',
  'write promotions',
];
/** They are about several tenants, or write what each machine has. */
const OF_ALL_TENANTS =
  /^(add to stored bytes|find API keys|record refused requests|start feed epoch|touch API keys)$/;
/** A transaction that has come to several machines has each savepoint and its end on all of them. */
const OF_TRANSACTIONS = /^issuing (BEGIN|SAVEPOINT|RELEASE|ROLLBACK|PREPARE|COMMIT)/;

/** The tenants and keys of the test. */
const MADE = /^execute <unnamed>: insert into "(tenants|api_keys)"/;

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
  'asks one machine per statement, whatever a tenant reads',
  { timeout: 900_000 },
  async () => {
    const { environment, readLog } = await openLogged();
    const demo = await demoTenant(environment, environment.tenant);
    const before = readLog().length;
    await sendRare(demo);
    await sendLists(demo);
    for (const sample of requestSamples)
      await sendExamples(sample, async () => {
        const tenant = await environment.tenant();
        await plantFor(sample, environment, tenant.tenantId);
        return tenant;
      });
    expect(spread(readLog().slice(before))).toEqual(SPREAD);
  },
);
