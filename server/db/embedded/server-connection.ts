import path from 'node:path';
import { newClient } from '../connect/open-client.ts';
import type { PgClient } from '../wire/pg-client.ts';
import { SUPERUSER } from './cluster.ts';

/** One of our servers, running. */
export interface Server {
  readonly cluster: string;
  readonly pid: number;
  readonly port: number;
  readonly password: string;
}

export const DATABASE = 'tradepost';

const HOST = '127.0.0.1';
/** CREATE DATABASE waits for the disk. */
const QUERY_TIMEOUT_MS = 30_000;

export const serverUrl = ({ password, port }: Server, database = DATABASE): string =>
  `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${database}`;

/**
 * Connects, and verifies that the server is ours: it accepts our password and runs our cluster. The connection is to the
 * database `postgres`, because one to `tradepost` would prevent its use as a template.
 */
export async function connect(server: Server, purpose: string): Promise<PgClient> {
  // So that PGSSLMODE of the environment doesn't apply.
  const url = `${serverUrl(server, 'postgres')}?sslmode=disable`;
  const client = newClient(url, { application_name: purpose, query_timeout: QUERY_TIMEOUT_MS });
  try {
    await client.connect();
    await assertOurs(client, server);
    return client;
  } catch (error) {
    client.destroy();
    throw error;
  }
}

async function assertOurs(client: PgClient, server: Server): Promise<void> {
  const { rows } = await client.query<{ folder: string }>(
    `SELECT current_setting('data_directory') AS folder`,
  );
  const folder = rows[0]?.folder ?? '';
  if (path.resolve(folder) === server.cluster) return; // PostgreSQL has / on Windows too
  throw new Error(`The PostgreSQL on port ${server.port} runs ${folder}, not ${server.cluster}.`);
}

export async function hasDatabase(client: PgClient): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  return rows.length > 0;
}

export async function ensureDatabase(client: PgClient): Promise<void> {
  if (!(await hasDatabase(client))) await client.query(`CREATE DATABASE ${DATABASE}`);
}
