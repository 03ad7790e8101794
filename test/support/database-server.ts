import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { startCitusServer } from '../citus/database-server.ts';
import { partitionByTenant } from '../partitioned/partition-by-tenant.ts';
import { onServer } from './databases.ts';

export const TEMPLATE = 'tradepost_template';

/** One PostgreSQL for the whole run, with a migrated template database that each test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('serverUrl', server.url);
  return () => server.close();
}

export async function startTestServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  if (process.env.TRADEPOST_CITUS) return startCitusServer(TEMPLATE);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tradepost-test-'));
  // Started by root, PostgreSQL runs as another user. Without a folder that this user can reach, it writes to /var/lib.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await onServer(server.url, leaveOut);
  await onServer(server.url, (client) => client.query(`CREATE DATABASE ${TEMPLATE}`));
  const template = server.url.replace(/\/tradepost$/, `/${TEMPLATE}`);
  await migrate(template);
  // npm run test:partitioned
  if (process.env.TRADEPOST_PARTITIONED) await onServer(template, partitionByTenant);
  return {
    url: server.url,
    close: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * What no test needs. No test cuts the machine's power. And autovacuum, which looks at each database once a minute, would analyse a
 * table in the middle of a test that counts plans.
 */
async function leaveOut(client: Client): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
}

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
  }
}
