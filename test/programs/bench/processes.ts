// `npm run program bench:processes [-- --short]`: `serve --processes 2` beside one process, on a machine of two cores. PostgreSQL and the load
// have one of the cores, the processes may use both: what a second process can add is what PostgreSQL and the load leave of the one.
import { startBenchDatabase } from './bench-database.ts';
import { postgresMeter } from './bench-postgres.ts';
import { ANY_CORE } from './cores.ts';
import { addTenants, type FilledTenant } from './fill-tenants.ts';
import { httpCandidate } from './http-candidate.ts';
import { prepareRequests } from './prepared-requests.ts';
import { quote } from './rows/orders.ts';
import { getOne } from './rows/reads.ts';
import type { PreparedRequest } from './rows/row.ts';
import { runWorkload } from './run-workload.ts';
import { startSharing } from './start-tradepost.ts';
import { familySeconds } from './webhooks/processor-time.ts';
import type { Candidate, Defer } from './workload.ts';

const PRODUCTS = 10_000;
const CONNECTIONS = 32;

/** Most of whose time is spent in Node. */
const WORKLOADS: Readonly<Record<string, (tenants: readonly FilledTenant[]) => readonly PreparedRequest[]>> =
  {
    'GET /me': () => [{ method: 'GET', path: '/api/v1/me' }],
    'GET /products/{product_id}': (tenants) => getOne(tenants).requests,
    'POST /orders/quote': (tenants) => quote(tenants).requests,
  };

async function setUp(
  defer: Defer,
  requestsOf: (tenants: readonly FilledTenant[]) => readonly PreparedRequest[],
): Promise<Candidate[]> {
  const database = await startBenchDatabase(defer, 0);
  const toFill = { count: 1, products: PRODUCTS, rateLimit: 'out of reach' } as const;
  const tenants = await addTenants(database.url, toFill);
  const requests = requestsOf(tenants);
  const postgresCpuSeconds = await postgresMeter(database.url);
  const target = {
    path: requests[0]!.path,
    headers: { authorization: `Bearer ${tenants[0]!.key}`, 'content-type': 'application/json' },
    connections: CONNECTIONS,
    requests: await prepareRequests(defer, requests),
  };
  const candidate = async (name: string, processes: number): Promise<Candidate> => {
    const args = ['--processes', String(processes)];
    const server = await startSharing(defer, database, { args, core: ANY_CORE });
    const family = { ...server, cpuSeconds: () => familySeconds(server.pid) };
    const { peakMemory: _, ...measured } = httpCandidate(defer, name, family, target, postgresCpuSeconds);
    return measured;
  };
  return [await candidate('1 process', 1), await candidate('2 processes', 2)];
}

for (const [name, requestsOf] of Object.entries(WORKLOADS))
  await runWorkload({
    name,
    baseline: '1 process',
    notes: ['Processes that share a database count rate limits in PostgreSQL.'],
    setUp: (defer) => setUp(defer, requestsOf),
  });
