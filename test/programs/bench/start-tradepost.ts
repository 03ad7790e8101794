import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from './bench-database.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { Defer } from './workload.ts';

/** Tradepost's default, used for all. */
const POOL_SIZE = '10';
export const COMMON = { NODE_ENV: 'production', PORT: '0', DATABASE_POOL_SIZE: POOL_SIZE };

/** The built server of this checkout. */
const SERVER = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));
/** For a profile: `BENCH_NODE_FLAGS='--cpu-prof --cpu-prof-dir=/tmp/profiles' npm run program bench get`. */
const FLAGS = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [];
const SETTINGS = { ...COMMON, LOG_LEVEL: 'warn', TRADEPOST_SECRET_KEY: 'bench'.repeat(8) };

interface ServeOptions {
  readonly server?: string;
  readonly args?: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly core?: string;
}

const serve = (
  defer: Defer,
  { server = SERVER, args = [], settings, core }: ServeOptions,
): Promise<ServerProcess> =>
  startServer(
    defer,
    [...FLAGS, server, 'serve', '--roles', 'api', '--json', ...args],
    { ...SETTINGS, ...settings },
    core,
  );

/** Without DATABASE_URL it attaches to the data folder's embedded PostgreSQL and counts the rate limit in memory. */
export const startTradepost = (
  defer: Defer,
  { dataDir }: BenchDatabase,
  server?: string,
): Promise<ServerProcess> =>
  serve(defer, { server, settings: { DATABASE_EMBEDDED: 'on', TRADEPOST_DATA_DIR: dataDir } });

/** As one of several that share a database: it counts the rate limit in PostgreSQL. */
export const startSharing = (
  defer: Defer,
  { url }: BenchDatabase,
  options?: Pick<ServeOptions, 'args' | 'core'>,
): Promise<ServerProcess> => serve(defer, { ...options, settings: { DATABASE_URL: url } });
