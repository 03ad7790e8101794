// `npm run program bench:neighbours [-- --seconds <n> --server <cli.js>]`: how much one tenant's load slows another's
// requests, as ratios. To compare another checkout, give its dist/server/cli.js as --server.
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { addTenant, startBenchDatabase } from './bench-database.ts';
import { ANY_CORE } from './cores.ts';
import { type Client, type Measured, quantiles, type Request, repeat, send } from './repeat-requests.ts';
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
const WARM_UP_REQUESTS = 300;

const told = ({ statuses, latenciesMs }: Measured): string =>
  `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')} (${(latenciesMs.length / SECONDS).toFixed(0)}/s)`;

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
  const agent = new http.Agent({ keepAlive: true });
  cleanup.defer(async () => agent.destroy());
  const other: Client = { address, key, agent };
  const busy: Client = { address, key: busyKey, agent: new http.Agent({ keepAlive: true }) };
  cleanup.defer(async () => busy.agent.destroy());
  const read: Request = { method: 'GET', path: '/products?limit=1' };
  const during = async (load?: { requestOf: (worker: number) => Request; concurrency: number }) => {
    const stop = AbortSignal.timeout(SECONDS * 1000);
    const loading = load && repeat(busy, load.requestOf, load.concurrency, stop);
    const felt = await repeat(other, () => read, 1, stop);
    return { felt, load: await loading };
  };

  for (let n = 0; n < WARM_UP_REQUESTS; n += 1) await send(other, read);
  const created = await fetch(`${address}/api/v1/categories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${busyKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Cafés' }),
  });
  const { id } = (await created.json()) as { id: number };
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
  const list = (): Request => ({ method: 'GET', path: '/categories?limit=200' });

  const { felt } = await during();
  const alone = quantiles(felt);
  console.log(`alone: p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms; ${told(felt)}`);
  for (const [name, requestOf, concurrency] of [
    ['20 concurrent batches of 100', batch, 20],
    ['40 concurrent changes of one row', change, 40],
    ['40 concurrent pages of 200', list, 40],
  ] as const) {
    const { felt, load } = await during({ requestOf, concurrency });
    const { p50, p99 } = quantiles(felt);
    console.log(`with ${name}: p50 × ${(p50 / alone.p50).toFixed(2)}, p99 × ${(p99 / alone.p99).toFixed(2)}`);
    console.log(`  (${p50.toFixed(1)} and ${p99.toFixed(1)} ms; ${told(felt)}; the load: ${told(load!)})`);
  }
} finally {
  await cleanup.runAll();
}
