import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BenchDatabase } from './bench-database.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { Defer } from './workload.ts';

/** Tradepost's default, used for all. */
const POOL_SIZE = '10';
const COMMON = { NODE_ENV: 'production', PORT: '0', DATABASE_POOL_SIZE: POOL_SIZE };

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export type ContestantName = 'Tradepost' | 'before' | 'Fastify' | 'raw' | 'Express';
const PROGRAMS: Readonly<Record<Exclude<ContestantName, 'Tradepost' | 'before'>, string>> = {
  Fastify: 'candidates/fastify.ts',
  raw: 'candidates/raw.ts',
  Express: 'candidates/express.ts',
};

/** A process of its own for each row, so that its memory is the row's. */
export async function startContestant(
  defer: Defer,
  name: ContestantName,
  database: BenchDatabase,
  against?: string,
): Promise<ServerProcess> {
  if (name === 'Tradepost') return startTradepost(defer, database, SERVER);
  if (name === 'before') return startTradepost(defer, database, path.resolve(against!));
  const { url, tenantId, keyPrefix } = database;
  const program = await compiled(defer, PROGRAMS[name]);
  const tenant = { TENANT_ID: String(tenantId), ACTOR: `api_key:${keyPrefix}`, CONTRACT: CONTRACT };
  return startServer(defer, [program], { ...COMMON, ...tenant, DATABASE_URL: url });
}

const CONTRACT = file('../../generated/openapi.json');

/** Without DATABASE_URL it attaches to the data folder's embedded PostgreSQL and counts the rate limit in memory. */
const startTradepost = (defer: Defer, { dataDir }: BenchDatabase, server: string): Promise<ServerProcess> =>
  startServer(defer, [...FLAGS, server, 'serve', '--roles', 'api', '--json'], {
    ...COMMON,
    LOG_LEVEL: 'warn',
    DATABASE_EMBEDDED: 'on',
    TRADEPOST_DATA_DIR: dataDir,
    TRADEPOST_SECRET_KEY: 'bench'.repeat(8),
  });
const SERVER = file('../../dist/server/cli.js');
/** For a profile: `BENCH_NODE_FLAGS='--cpu-prof --cpu-prof-dir=/tmp/profiles' npm run bench -- get`. */
const FLAGS = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [];

/** As JavaScript: a loader for TypeScript would be part of the peer's memory. */
async function compiled(defer: Defer, program: string): Promise<string> {
  // Here its imports are found where npm has installed them.
  const folder = await mkdtemp(file('node_modules/.candidate-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const outfile = path.join(folder, path.basename(program, '.ts').concat('.mjs'));
  await build({
    entryPoints: [file(program)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}
