// `npm run program bench:neighbours [-- --seconds <n> --server <cli.js>]`: how much one tenant's load slows another's
// requests, as ratios. To compare another checkout, give its dist/server/cli.js as --server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { addTenant, startBenchDatabase } from './bench-database.ts';
import { ANY_CORE } from './cores.ts';
import { type Client, type Measured, quantiles, type Request, repeat } from './repeat-requests.ts';
import { startServer } from './server-process.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    server: {
      type: 'string',
      default: fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url)),
    },
  },
});
const SECONDS = Number(values.seconds);
const PRODUCTS = 1_000;
const VICTIM = fileURLToPath(new URL('victim-process.ts', import.meta.url));
const PROMOTIONS = 100;

const told = ({ statuses, latenciesMs }: Measured): string =>
  `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')} (${(latenciesMs.length / SECONDS).toFixed(0)}/s)`;

/** Resolves when the process that measures is ready. What it returns starts the measuring. */
async function startVictim(address: string, key: string): Promise<() => Promise<Measured>> {
  const args = ['--import', 'tsx', VICTIM, address, '/products?limit=1'];
  const env = { ...process.env, TRADEPOST_API_KEY: key };
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  cleanup.defer(async () => child.kill());
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  return async () => {
    child.stdin.write(`${SECONDS}\n`);
    const [line] = await once(lines, 'line');
    const { latenciesMs, statuses } = JSON.parse(line);
    return { latenciesMs, statuses: new Map(statuses) };
  };
}

const cleanup = new CleanupStack();
process.once('SIGINT', () => void cleanup.runAll().then(() => process.exit(1)));

try {
  const { dataDir, url, key } = await startBenchDatabase(cleanup.defer, PRODUCTS);
  const busyKey = (await addTenant(url, 1)).key;
  const { address } = await startServer(
    cleanup.defer,
    [values.server, 'serve', '--roles', 'api', '--json'],
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      TRADEPOST_DATA_DIR: dataDir,
      TRADEPOST_SECRET_KEY: 'bench'.repeat(8),
    },
    ANY_CORE,
  );
  const busy: Client = { address, key: busyKey, agent: new http.Agent({ keepAlive: true }) };
  cleanup.defer(async () => busy.agent.destroy());
  const during = async (load?: { requestOf: (worker: number) => Request; concurrency: number }) => {
    const measure = await startVictim(address, key);
    const stop = AbortSignal.timeout(SECONDS * 1000);
    const loading = load && repeat(busy, load.requestOf, load.concurrency, stop);
    const felt = await measure();
    return { felt, load: await loading };
  };

  const create = async (path: string, body: object): Promise<number> => {
    const created = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${busyKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (created.status !== 201) throw new Error(`${path}: ${created.status} ${await created.text()}`);
    return ((await created.json()) as { id: number }).id;
  };
  const id = await create('/categories', { name: 'Cafés' });
  const product_id = await create('/products', { sku: 'NEIGHBOUR', name: 'Café', price: 39.9 });
  const customer_id = await create('/customers', { type: 'person', name: 'Maria Souza' });
  for (let n = 0; n < PROMOTIONS; n += 1)
    await create('/promotions', {
      ...{ name: `P${n}`, stackable: true, target: { type: 'order' } },
      discount: { type: 'percentage', percentage: 0.1 },
    });
  let next = 0;
  const newName = (): string => {
    next += 1;
    return `C${next}`;
  };
  const batch = (): Request => {
    const items = Array.from({ length: 100 }, () => ({ name: newName() }));
    return { method: 'POST', path: '/categories/batch', body: { items } };
  };
  const change = (): Request => ({
    method: 'PATCH',
    path: `/categories/${id}`,
    body: { name: newName() },
  });
  // In 15.5 kB, which is the dearest quote of its size.
  const items = Array.from({ length: 470 }, () => ({ product_id, quantity: 1 }));
  const quote = (): Request => ({ method: 'POST', path: '/orders/quote', body: { customer_id, items } });
  const sameName = (): Request => ({
    method: 'POST',
    path: '/categories/batch',
    body: { items: Array.from({ length: 100 }, () => ({ name: 'Café especial torrado em grãos' })) },
  });
  const list = (): Request => ({ method: 'GET', path: '/categories?limit=200' });

  const { felt } = await during();
  const alone = quantiles(felt);
  console.log(`alone: p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms; ${told(felt)}`);
  for (const [name, requestOf, concurrency] of [
    ['20 concurrent batches of 100', batch, 20],
    ['40 concurrent changes of one row', change, 40],
    ['40 concurrent pages of 200', list, 40],
    [`60 concurrent quotes of ${items.length} lines, with ${PROMOTIONS} promotions`, quote, 60],
    ['60 concurrent batches of one name', sameName, 60],
  ] as const) {
    const { felt, load } = await during({ requestOf, concurrency });
    const { p50, p99 } = quantiles(felt);
    const most = Math.max(...felt.latenciesMs);
    console.log(
      `with ${name}: p50 × ${(p50 / alone.p50).toFixed(2)}, p99 × ${(p99 / alone.p99).toFixed(2)}, at most ${most.toFixed(0)} ms`,
    );
    console.log(`  (${p50.toFixed(1)} and ${p99.toFixed(1)} ms; ${told(felt)}; the load: ${told(load!)})`);
  }
} finally {
  await cleanup.runAll();
}
