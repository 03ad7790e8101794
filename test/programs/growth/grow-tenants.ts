import { startBenchDatabase } from '../bench/bench-database.ts';
import { pinBench } from '../bench/cores.ts';
import { addTenants, type FilledTenant } from '../bench/fill-tenants.ts';
import type { Length } from '../bench/run-workload.ts';
import type { ServerProcess } from '../bench/server-process.ts';
import { startSharing, startTradepost } from '../bench/start-tradepost.ts';
import type { Spread } from '../bench/statistics.ts';
import type { Defer } from '../bench/workload.ts';
import { compare } from './compare.ts';
import { settle } from './settle.ts';
import { pairsOf, type Side } from './side.ts';
import { tenantRequests } from './tenant-requests.ts';

/** How many events without a position get one when the feed is read. */
const EVENTS_NUMBERED = 1_000;
/** Of all tenants together, and of the one. */
const PRODUCTS = 100_000;

export interface TenantLoad {
  /** Counted in PostgreSQL, in place of memory. */
  readonly sharedLimits: boolean;
  readonly connections: number | undefined;
}

/**
 * What a request costs when many tenants send it, compared with one. Both sides are in the same tables and have, together, as many
 * rows, so nothing differs but the number of tenants. Each side has a process of its own, with its caches.
 */
export async function growTenants(
  defer: Defer,
  count: number,
  length: Length,
  { sharedLimits, connections }: TenantLoad,
): Promise<ReadonlyMap<string, Spread>> {
  const database = await startBenchDatabase(defer, 0);
  const start = sharedLimits ? startSharing : startTradepost;
  const [one, many] = [
    await addTenants(database.url, { count: 1, products: PRODUCTS, rateLimit: 'out of reach' }),
    await addTenants(database.url, { count, products: PRODUCTS, rateLimit: 'out of reach' }),
  ];
  await pinBench();
  const open = async (name: string, tenants: readonly FilledTenant[]): Promise<Side> =>
    openSide(name, database.url, await start(defer, database), tenants, connections);
  return compare(
    await pairsOf(defer, await open('1 tenant', one), await open(`${count} tenants`, many)),
    length,
  );
}

async function openSide(
  name: string,
  databaseUrl: string,
  server: ServerProcess,
  tenants: readonly FilledTenant[],
  connections: number | undefined,
): Promise<Side> {
  // A process looks new keys up one at a time; and whoever reads a feed first gives its events their positions.
  for (const { key, products } of tenants)
    for (let numbered = 0; numbered < products; numbered += EVENTS_NUMBERED)
      await readFeed(server.address, key);
  await settle(databaseUrl);
  return {
    name,
    databaseUrl,
    server,
    tenantIds: tenants.map(({ tenantId }) => tenantId),
    key: tenants[0]!.key,
    requests: tenantRequests(tenants).map(({ title, requests }) => ({ title, requests, connections })),
  };
}

async function readFeed(address: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${address}/api/v1/events?limit=1`, { headers });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
