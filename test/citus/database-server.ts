import { distribute } from '../../server/db/migrate/distribute.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { onServer } from '../support/databases.ts';
import { closeToConnections, createCitusDatabase, openCitus } from './cluster.ts';

/** A cluster with a migrated, distributed template on each machine, in place of the embedded PostgreSQL. */
export async function startCitusServer(
  template: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { urls, close } = await openCitus();
  const database = await createCitusDatabase(urls, template);
  await migrate(database);
  await distribute(database);
  await closeToConnections(urls, template);
  process.env.TRADEPOST_CITUS_WORKERS = urls.slice(1).join();
  const dropTemplate = async (): Promise<void> => {
    for (const url of urls) await onServer(url, (client) => client.query(`DROP DATABASE ${template}`));
  };
  return { url: urls[0], close: () => dropTemplate().finally(close) };
}
