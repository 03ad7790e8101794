import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { seedDemo } from '../../server/main/commands/seed.ts';
import { onServer } from '../support/databases.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { createCitusDatabase } from './cluster.ts';

const workers = process.env.TRADEPOST_CITUS_WORKERS?.split(',') ?? [];
export const hasCluster = workers.length > 0;

/** A database of the suite's cluster, until the test is over. Its tables aren't distributed yet. */
export async function useClusterDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const servers = [inject('serverUrl'), ...workers] as const;
  const url = await createCitusDatabase(servers, name);
  onTestFinished(async () => {
    for (const server of servers)
      await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });
  await migrate(url);
  return url;
}

/** Fills a database with the demo's rows. */
export async function fillWithDemo(url: string): Promise<void> {
  const { context } = await useTestEnvironment({ database: { url, drop: async () => {} } });
  await seedDemo(context);
}
