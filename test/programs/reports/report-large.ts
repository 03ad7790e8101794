import pg from 'pg';
import { startTestServer, TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { openTestEnvironment } from '../../support/test-environment.ts';
import { fillSales, LAST_DAY } from './fill-sales.ts';
import { printReports } from './print-reports.ts';

/** Makes a million orders, and prints what the reports of all of them and of one day take: `npm run program reports [ORDERS]`. */
const orders = Number(process.argv[2] ?? 1_000_000);

const server = await startTestServer();
const database = await ownDatabase(server.url, TEMPLATE);
const environment = await openTestEnvironment({ database });
const client = new pg.Client({ connectionString: environment.databaseUrl });
await client.connect();
try {
  const { tenantId, key } = await environment.tenant();
  await fillSales(environment.databaseUrl, tenantId, orders, (line) => console.error(line));
  const failed = await printReports({ baseUrl: environment.baseUrl, key, client, lastDay: LAST_DAY });
  if (failed > 0) throw new Error(`${failed} reports failed`);
} finally {
  await client.end();
  await environment.close();
  await server.close();
}
