// `npm run capacity -- [ORDERS]` prints what an order, an event and a delivery take of disk and of processor time here, and
// what 100 million deliveries would need.
import pg from 'pg';
import type { EventKind } from '../../server/contract.ts';
import { startBenchDatabase } from '../bench/bench-database.ts';
import { ANY_CORE } from '../bench/cores.ts';
import { startServer } from '../bench/server-process.ts';
import { openBenchContext, tradepostEnv } from '../bench/webhooks/bench-environment.ts';
import { parentOf } from '../bench/webhooks/processor-time.ts';
import { openEndpoint } from '../support/test-endpoint.ts';
import { register } from '../support/webhooks.ts';
import { type Measured, perEach, snapshot } from './measure.ts';
import { placeOrders } from './place-orders.ts';
import { report } from './report.ts';

const orders = Number(process.argv[2] ?? 5_000);
const PRODUCTS = 10_000;
const KIND: EventKind = 'order.created';

const cleanups: (() => Promise<unknown>)[] = [];
const defer = (cleanup: () => Promise<unknown>): void => void cleanups.unshift(cleanup);

try {
  const database = await startBenchDatabase(defer, PRODUCTS);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  defer(() => client.end());
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const start = (role: string) =>
    startServer(
      defer,
      ['dist/server/cli.js', 'serve', '--roles', role, '--json'],
      { ...tradepostEnv(database.url), PORT: '0' },
      ANY_CORE,
    );
  const measured: Measured = {
    client,
    postmaster: parentOf(rows[0]!.pid),
    api: await start('api'),
    worker: await start('worker'),
  };
  // Those that can be ordered however many orders there are.
  const products = await client.query<{ id: number }>(
    `SELECT id FROM products WHERE tenant_id = $1 AND status = 'active' AND allow_backorder`,
    [database.tenantId],
  );
  const ids = products.rows.map(({ id }) => id);
  const placing = () => placeOrders(measured.api.address, database.key, ids, orders);
  const delivered = async (): Promise<void> => {
    const waiting = async () => (await client.query('SELECT FROM webhook_queue LIMIT 1')).rowCount! > 0;
    while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 100));
  };

  await placing(); // warms both processes up
  const before = await snapshot(measured);
  await placing();
  const ordered = await snapshot(measured);

  const endpoint = await openEndpoint();
  defer(() => endpoint.close());
  const context = openBenchContext(defer, database.url);
  await register(context, database.tenantId, endpoint.url, [KIND]);
  const registered = await snapshot(measured);
  await placing();
  await delivered();
  const sent = await snapshot(measured);
  console.log(report(perEach(before, ordered, orders), perEach(registered, sent, orders)).join('\n'));
} finally {
  for (const cleanup of cleanups) await cleanup();
}
