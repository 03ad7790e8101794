import { fileURLToPath } from 'node:url';
import { startBenchDatabase } from './bench-database.ts';
import { httpCandidate } from './http-candidate.ts';
import { runWorkload } from './run-workload.ts';
import { assertSameResponses } from './same-responses.ts';
import { startServer } from './server-process.ts';
import type { Workload } from './workload.ts';

const PATH = '/api/v1/products?limit=20';
const PRODUCTS = 100_000;
/** Tradepost's default, used for all candidates. */
const POOL_SIZE = 10;

const program = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A page of 20 products out of 100 000, read by 32 connections. */
const listing: Workload = {
  name: 'listing',
  baseline: 'Fastify',
  notes: [
    `GET ${PATH} of ${PRODUCTS} products with stock, 32 connections, a pool of ${POOL_SIZE} database connections.`,
    'Tradepost: the built server, with authentication, scopes, rate limit, validator, request ids and time-outs.',
    'Fastify: response schema, pg and a prepared statement, without the rest. Express: express-openapi-validator and knex, without the rest.',
    "Tradepost counts each request, but the tenant's api_rate_limit_rpm is set so high that the limit is never reached.",
  ],

  async setUp(defer) {
    const { url, dataDir, tenantId, key } = await startBenchDatabase(defer, PRODUCTS);
    const common = { NODE_ENV: 'production', PORT: '0', DATABASE_POOL_SIZE: String(POOL_SIZE) };
    const rival = (file: string) =>
      startServer(defer, ['--import', 'tsx', program(file)], {
        ...common,
        DATABASE_URL: url,
        TENANT_ID: String(tenantId),
      });
    // Without DATABASE_URL it attaches to the data folder's embedded PostgreSQL and counts the rate limit in memory.
    const tradepost = await startServer(
      defer,
      [program('../../dist/server/cli.js'), 'serve', '--roles', 'api', '--json'],
      {
        ...common,
        LOG_LEVEL: 'warn',
        DATABASE_EMBEDDED: 'on',
        TRADEPOST_DATA_DIR: dataDir,
        TRADEPOST_SECRET_KEY: 'bench'.repeat(8),
      },
    );
    const candidates = [
      httpCandidate(defer, 'Tradepost', tradepost, {
        path: PATH,
        headers: { authorization: `Bearer ${key}` },
      }),
      httpCandidate(defer, 'Fastify', await rival('candidates/fastify.ts'), { path: PATH }),
      httpCandidate(defer, 'Express', await rival('candidates/express.ts'), { path: PATH }),
    ];
    await assertSameResponses(
      candidates,
      ({ page }) => delete (page as { next_cursor?: unknown }).next_cursor,
    );
    return candidates;
  },
};

await runWorkload(listing);
