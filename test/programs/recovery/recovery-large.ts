import pg from 'pg';
import { startTestServer, TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';
import { figuresOf, fillEvents, recoverAll } from './large-recovery.ts';

/** Recovers ten million events, and prints what it took: `npm run program recovery [EVENTS]`. */
const events = Number(process.argv[2] ?? 10_000_000);

const server = await startTestServer();
const database = await ownDatabase(server.url, TEMPLATE);
const environment = await openTestEnvironment({ database });
const client = new pg.Client({ connectionString: environment.databaseUrl });
await client.connect();
try {
  const { tenantId } = await environment.tenant();
  const { id } = await register(environment.context, tenantId, 'http://127.0.0.1:9/', ['product.created']);
  const run = {
    db: environment.context.db,
    client,
    databaseUrl: environment.databaseUrl,
    key: { tenantId, id },
    events,
    wantedEvery: 4,
    log: (line: string) => console.log(line),
  };
  await fillEvents(run);
  const result = await recoverAll(run);
  console.log(figuresOf(result, events).join('\n'));
  const { wanted, stopped, done, deliveries, queued } = result;
  const isComplete = stopped.missed + done.missed === wanted && deliveries === wanted && queued === wanted;
  if (!isComplete)
    throw new Error(`${deliveries} deliveries and ${queued} in the queue instead of ${wanted}`);
} finally {
  await client.end();
  await environment.close();
  await server.close();
}
