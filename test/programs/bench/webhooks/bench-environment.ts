import { readConfig } from '../../../../server/main/config.ts';
import { type Context, createContext } from '../../../../server/main/context.ts';
import { onServer } from '../../../support/databases.ts';
import { type BenchDatabase, startBenchDatabase } from '../bench-database.ts';
import type { Defer } from '../workload.ts';
import { type EndpointServer, startEndpointServer } from './endpoint-server.ts';
import { parentOf } from './processor-time.ts';

/** Tradepost's default, used for all senders. */
export const POOL_SIZE = '10';
const SECRET_KEY = 'bench'.repeat(8);

/** What the senders share: one PostgreSQL and one endpoint server, on the other cores. */
export interface BenchEnvironment {
  readonly database: BenchDatabase;
  /** The process id of PostgreSQL's postmaster. */
  readonly postmaster: number;
  readonly endpointServer: EndpointServer;
}

export async function startBenchEnvironment(defer: Defer): Promise<BenchEnvironment> {
  const database = await startBenchDatabase(defer, 0);
  const postmaster = await onServer(database.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return parentOf(rows[0]!.pid);
  });
  return { database, postmaster, endpointServer: await startEndpointServer(defer) };
}

/** Creates another database on the same server and returns its URL. */
export async function createDatabase({ database }: BenchEnvironment, name: string): Promise<string> {
  await onServer(database.url, (client) => client.query(`CREATE DATABASE ${name}`));
  return withDatabase(database.url, name);
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** The context in which the benchmark creates endpoints, with the same secret key as the senders. */
export function openBenchContext(defer: Defer, databaseUrl: string): Context {
  const config = readConfig(tradepostEnv(databaseUrl));
  const context = createContext(config, { databaseUrl, secretKey: SECRET_KEY });
  defer(() => context.close());
  return context;
}

/** The environment variables of a Tradepost sender. */
export const tradepostEnv = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: POOL_SIZE,
  TRADEPOST_SECRET_KEY: SECRET_KEY,
  LOG_LEVEL: 'warn',
});
