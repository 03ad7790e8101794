// `npm run program bench:request-log`: what recording refused requests costs a busy server.
import { fileURLToPath } from 'node:url';
import { addTenant, startBenchDatabase } from './bench-database.ts';
import { httpCandidate } from './http-candidate.ts';
import { runWorkload } from './run-workload.ts';
import { startServer } from './server-process.ts';
import type { Workload } from './workload.ts';

const PATH = '/api/v1/products?limit=20';
const PRODUCTS = 10_000;
/** By default one request in 50 is refused. An integration that works has fewer than one in a hundred. */
const EVERY = Number(process.env.EVERY ?? 50);
/** A tenant's allowance is 500 rows at once. With this many, nearly every refusal of the run is written. */
const TENANTS = 60;

const program = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const requestLog: Workload = {
  name: 'request log',
  baseline: 'without the log',
  notes: [
    `GET ${PATH}, 32 connections; one request in ${EVERY} is refused with 400, for ${TENANTS} tenants in turn.`,
    'Both are the built server. "without the log" has an empty RefusedRequestWriter.record.',
  ],

  async setUp(defer) {
    const { url, dataDir, key } = await startBenchDatabase(defer, PRODUCTS);
    const keys: string[] = [];
    for (let tenant = 0; tenant < TENANTS; tenant += 1) keys.push((await addTenant(url, 1)).key);
    const env = { NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', DATABASE_EMBEDDED: 'on' };
    const secrets = { TRADEPOST_DATA_DIR: dataDir, TRADEPOST_SECRET_KEY: 'bench'.repeat(8) };
    const serve = [program('../../../dist/server/cli.js'), 'serve', '--roles', 'api', '--json'];
    const target = {
      path: PATH,
      headers: { authorization: `Bearer ${key}` },
      refusals: { keys, every: EVERY },
    };
    const start = async (name: string, flags: readonly string[]) =>
      httpCandidate(
        defer,
        name,
        await startServer(defer, [...flags, ...serve], { ...env, ...secrets }),
        target,
      );
    return [
      await start('with the log', []),
      await start('without the log', ['--import', program('request-log/off.js')]),
    ];
  },
};

await runWorkload(requestLog);
