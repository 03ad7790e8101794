import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BenchDatabase } from './bench-database.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { COMMON, startTradepost } from './start-tradepost.ts';
import type { Defer } from './workload.ts';

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
  if (name === 'Tradepost') return startTradepost(defer, database);
  if (name === 'before') return startTradepost(defer, database, path.resolve(against!));
  const { url, tenantId, keyPrefix } = database;
  const program = await compiled(defer, PROGRAMS[name]);
  const tenant = { TENANT_ID: String(tenantId), ACTOR: `api_key:${keyPrefix}`, CONTRACT: CONTRACT };
  return startServer(defer, [program], { ...COMMON, ...tenant, DATABASE_URL: url });
}

const CONTRACT = file('../../generated/openapi.json');

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
