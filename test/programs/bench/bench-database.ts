import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { issueKey } from '../../../server/accounts/api-keys/issue.ts';
import { SCOPES } from '../../../server/accounts/api-keys/scopes.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import type { Transaction } from '../../../server/db/querier.ts';
import { onServer } from '../../support/databases.ts';
import { seedProducts } from './seed-products.ts';
import type { Defer } from './workload.ts';

/** Enterprise has 3000 a minute, which a single tenant of a benchmark uses up in a second. */
const OUT_OF_REACH_RPM = 2_000_000_000;
export type RateLimit = 'of the plan' | 'out of reach';

export interface BenchTenant {
  readonly tenantId: number;
  readonly key: string;
  /** What the ledger calls the key. */
  readonly keyPrefix: string;
}

export interface BenchDatabase extends BenchTenant {
  readonly url: string;
  /** The data folder of the embedded PostgreSQL. */
  readonly dataDir: string;
}

/**
 * Starts a PostgreSQL for the benchmark, with a tenant that has `products` products and a key with all scopes. With the command line of
 * another checkout it is an installation that began with that one, so that both can serve it.
 */
export async function startBenchDatabase(
  defer: Defer,
  products: number,
  begunWith?: string,
): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tradepost-bench-'));
  defer(() => rm(dataDir, { recursive: true, force: true }));
  // Started by root, PostgreSQL runs as nobody, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  defer(() => server.stop());
  if (begunWith !== undefined) await beginInstallation(server.url, path.resolve(begunWith));
  await migrate(server.url);
  const tenant = await addTenant(server.url, products);
  return { url: server.url, dataDir, ...tenant };
}

async function beginInstallation(url: string, cli: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, TRADEPOST_SECRET_KEY: randomBytes(32).toString('base64') };
  const run = promisify(execFile);
  await run(process.execPath, [cli, 'migrate'], { env });
  await run(process.execPath, [cli, 'tenant', 'create', '--name', 'Before', '--plan', 'Basic'], { env });
}

/** Adds a tenant with `products` products and a key with all scopes. */
export const addTenant = (url: string, products: number): Promise<BenchTenant> =>
  onServer(url, (client) => seed(client, products));

async function seed(client: pg.Client, products: number): Promise<BenchTenant> {
  const tenant = await insertTenantWithKey(client);
  await seedProducts(client, tenant.tenantId, products);
  return tenant;
}

export async function insertTenantWithKey(
  client: pg.Client,
  rateLimit: RateLimit = 'out of reach',
): Promise<BenchTenant> {
  const db: Transaction = {
    transaction: true,
    query: async <Row extends object>(query: string | object, values: readonly unknown[]) =>
      (await client.query<Row>(query as string, [...values])).rows,
  };
  const tenantId = await insertTenant(db, 'Bench', 'Enterprise');
  if (rateLimit === 'out of reach')
    await client.query('UPDATE tenants SET api_rate_limit_rpm = $2 WHERE tenant_id = $1', [
      tenantId,
      OUT_OF_REACH_RPM,
    ]);
  const request = { tenantId, name: 'bench', scopes: SCOPES, expiresAt: null };
  const { key, prefix } = await issueKey(db, OPERATOR, request, randomInt);
  return { tenantId, key, keyPrefix: prefix };
}
