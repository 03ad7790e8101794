import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FilledTenant } from './fill-tenants.ts';
import { quantile } from './webhooks/quantile.ts';
import type { Candidate, Defer } from './workload.ts';

export interface PgbenchScript {
  readonly url: string;
  readonly tenants: readonly FilledTenant[];
  /** See the script. */
  readonly spread: number;
  readonly connections: number;
}

const SCRIPT = fileURLToPath(new URL('candidates/order.pgbench.sql', import.meta.url));

/** A candidate without a server: PostgreSQL's own load generator runs the order's SQL, prepared. */
export function pgbenchCandidate(
  defer: Defer,
  { url, tenants, spread, connections }: PgbenchScript,
  postgresCpuSeconds: () => number,
): Candidate {
  const flags = ['--no-vacuum', '--protocol=prepared', `--client=${connections}`, '--jobs=1', '--log'];
  const [{ tenantId, firstProductId, products, keyPrefix }] = tenants as [FilledTenant];
  const variables = {
    tenants: tenants.length,
    first_tenant: tenantId,
    first_product: firstProductId,
    products,
    spread,
    actor: `api_key:${keyPrefix}`,
  };
  const values = Object.entries(variables).flatMap(([variable, value]) => ['-D', `${variable}=${value}`]);
  return {
    name: 'pgbench',
    async round(seconds) {
      const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-pgbench-'));
      defer(() => rm(folder, { recursive: true, force: true }));
      const before = postgresCpuSeconds();
      const log = `--log-prefix=${folder}/log`;
      const args = [...flags, ...values, log, `--time=${seconds}`, `--file=${SCRIPT}`, url];
      await promisify(execFile)('pgbench', args);
      const latenciesMs = await latenciesOf(folder);
      return {
        operations: latenciesMs.length,
        seconds,
        cpuSeconds: 0,
        postgresCpuSeconds: postgresCpuSeconds() - before,
        p50Ms: quantile(latenciesMs, 0.5),
        p99Ms: quantile(latenciesMs, 0.99),
      };
    },
  };
}

/** The log has a line for each transaction; its third field is the latency in microseconds. */
async function latenciesOf(folder: string): Promise<number[]> {
  const logs = await Promise.all(
    (await readdir(folder)).map((file) => readFile(`${folder}/${file}`, 'utf8')),
  );
  const lines = logs.flatMap((log) => log.trim().split('\n'));
  return lines.map((line) => Number(line.split(' ')[2]) / 1000);
}
