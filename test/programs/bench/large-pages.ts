// `npm run program bench:large-pages [-- --seconds <n> --server <cli.js>]`: what another tenant feels of one whose orders have 440 kB each,
// and the memory that this takes. To compare another checkout, give its dist/server/cli.js as --server.
import http from 'node:http';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { addTenant, startBenchDatabase } from './bench-database.ts';
import { ANY_CORE } from './cores.ts';
import { type Client, type Measured, quantiles, type Request, repeat, send } from './repeat-requests.ts';
import { type ServerProcess, startServer } from './server-process.ts';

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
const PRODUCTS = 100;
const ORDERS = 150;
const LINES = 500;
const UNREAD = 30;
const MB = 1024 * 1024;
/** As long as the contract allows, in three bytes a character where the contract counts characters. */
const longText = (length: number, n = 0): string => `${n}${'漢'.repeat(length - String(n).length)}`;

async function fill(client: Client): Promise<void> {
  const items = Array.from({ length: PRODUCTS }, (_, n) => ({
    name: longText(190, n),
    sku: `${n}`.padEnd(62, 'x'),
    price: 1,
    track_stock: false,
  }));
  await must(client, { method: 'POST', path: '/products/batch', body: { items } });
  await must(client, {
    method: 'POST',
    path: '/customers',
    body: { type: 'person', name: 'C', external_id: 'C' },
  });
  const listed = await fetch(`${client.address}/api/v1/products?limit=200`, {
    headers: { authorization: `Bearer ${client.key}` },
  });
  const ids = ((await listed.json()) as { data: { id: number }[] }).data.map(({ id }) => id);
  const metadata = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`m${n}`, 'x'.repeat(500)]));
  const lines = Array.from({ length: LINES }, (_, n) => ({ product_id: ids[n % ids.length], quantity: 1 }));
  const body = { customer_external_id: 'C', items: lines, notes: longText(2000), metadata };
  for (let n = 0; n < ORDERS; n += 1) await must(client, { method: 'POST', path: '/orders', body });
}

async function must(client: Client, request: Request): Promise<void> {
  const status = await send(client, request);
  if (status >= 300) throw new Error(`${request.method} ${request.path} got ${status}.`);
}

interface Unread {
  readonly path: string;
  readonly count: number;
}

/** Clients that send a request and never read. */
async function withUnread<T>(client: Client, { path, count }: Unread, work: () => Promise<T>): Promise<T> {
  const { hostname, port } = new URL(client.address);
  const request = `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.key}\r\n\r\n`;
  const sockets = Array.from({ length: count }, () => {
    const socket = net.connect({ host: hostname, port: Number(port) }).pause();
    socket.on('error', () => undefined).write(request);
    return socket;
  });
  try {
    return await work();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function report(name: string, felt: Measured, load: Measured | undefined, server: ServerProcess): void {
  const { p50 } = quantiles(felt);
  const max = Math.max(...felt.latenciesMs);
  const statuses = load && [...load.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(
    `${name}: p50 ${p50.toFixed(1)} ms, longest ${max.toFixed(0)} ms; peak memory ${(server.peakMemory() / MB).toFixed(0)} MB${statuses ? `; the load: ${statuses}` : ''}`,
  );
}

const cleanup = new CleanupStack();
process.once('SIGINT', () => void cleanup.runAll().then(() => process.exit(1)));

try {
  const { dataDir, url, key } = await startBenchDatabase(cleanup.defer, 1_000);
  const largeKey = (await addTenant(url, 0)).key;
  const start = () =>
    startServer(
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
  const clientOf = (server: ServerProcess, key: string): Client => {
    const agent = new http.Agent({ keepAlive: true });
    cleanup.defer(async () => agent.destroy());
    return { address: server.address, key, agent };
  };
  await fill(clientOf(await start(), largeKey));
  const read: Request = { method: 'GET', path: '/products?limit=20' };
  const get = (path: string) => (): Request => ({ method: 'GET', path });
  const page = '/orders?limit=200&sort=-id';
  const scenarios: [name: string, path: string, concurrency: number][] = [
    ['alone', '', 0],
    ['with 5 pages of 200 at a time', page, 5],
    ['with 5 pages of the feed at a time', '/events?limit=200', 5],
    ['with 3 exports at a time', '/exports/orders?format=ndjson', 3],
    ['with 3 exports of CSV at a time', '/exports/orders?format=csv', 3],
  ];
  // Each with a process of its own, because a process doesn't give memory back.
  for (const [name, path, concurrency] of scenarios) {
    const server = await start();
    const other = clientOf(server, key);
    for (let n = 0; n < 300; n += 1) await send(other, read);
    const stop = AbortSignal.timeout(SECONDS * 1000);
    const loading = concurrency > 0 && repeat(clientOf(server, largeKey), get(path), concurrency, stop);
    const felt = await repeat(other, () => read, 1, stop);
    report(name, felt, (await loading) || undefined, server);
  }
  const unread: [name: string, what: Unread][] = [
    [`${UNREAD} pages`, { path: page, count: UNREAD }],
    ['3 exports', { path: '/exports/orders?format=ndjson', count: 3 }],
    ['3 exports of CSV', { path: '/exports/orders?format=csv', count: 3 }],
  ];
  for (const [name, what] of unread) {
    const server = await start();
    const other = clientOf(server, key);
    for (let n = 0; n < 300; n += 1) await send(other, read);
    await withUnread(clientOf(server, largeKey), what, async () => {
      const felt = await repeat(other, () => read, 1, AbortSignal.timeout(SECONDS * 1000));
      report(`with ${name} that nobody reads`, felt, undefined, server);
    });
  }
} finally {
  await cleanup.runAll();
}
