import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BenchDatabase } from './bench-database.ts';
import type { Tenant } from './candidates/tenants.ts';
import type { FilledTenant } from './fill-tenants.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { COMMON, startTradepost } from './start-tradepost.ts';
import type { Defer } from './workload.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export type ContestantName = 'Tradepost' | 'before' | 'Fastify' | 'raw';
const PROGRAMS: Readonly<Record<Exclude<ContestantName, 'Tradepost' | 'before'>, string>> = {
  Fastify: 'candidates/fastify.ts',
  raw: 'candidates/raw.ts',
};

export interface Contestant {
  readonly name: ContestantName;
  readonly server: ServerProcess;
}

export interface Contest {
  readonly defer: Defer;
  readonly database: BenchDatabase;
  readonly tenants: readonly FilledTenant[];
  /** The dist/server/cli.js of another checkout, which is then a contestant too. */
  readonly against?: string | undefined;
  readonly noPeers?: boolean;
}

/** A process of its own for each row, so that its memory is the row's. */
export const startContestant = async (contest: Contest, name: ContestantName): Promise<Contestant> => ({
  name,
  server: await startProgram(contest, name),
});

async function startProgram(
  { defer, database, tenants, against }: Contest,
  name: ContestantName,
): Promise<ServerProcess> {
  if (name === 'Tradepost') return startTradepost(defer, database);
  if (name === 'before') return startTradepost(defer, database, path.resolve(against!));
  // Here its imports are found where npm has installed them.
  const folder = await mkdtemp(file('node_modules/.candidate-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const program = await compiled(PROGRAMS[name], folder);
  const TENANTS = path.join(folder, 'tenants.json');
  await writeFile(TENANTS, JSON.stringify(byAuthorization(tenants)));
  return startServer(defer, [program], { ...COMMON, TENANTS, DATABASE_URL: database.url });
}

const byAuthorization = (tenants: readonly FilledTenant[]): Record<string, Tenant> =>
  Object.fromEntries(
    tenants.map(({ key, tenantId, keyPrefix }) => [
      `Bearer ${key}`,
      { id: tenantId, actor: `api_key:${keyPrefix}` },
    ]),
  );

/** As JavaScript: a loader for TypeScript would be part of the peer's memory. */
async function compiled(program: string, folder: string): Promise<string> {
  const outfile = path.join(folder, path.basename(program, '.ts').concat('.mjs'));
  await build({
    entryPoints: [file(program)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    loader: { '.sql': 'text' },
    logLevel: 'error',
  });
  return outfile;
}
