import pg from 'pg';
import type { EventKind } from '../../../server/base/contract.ts';
import { openEndpoint } from '../../support/test-endpoint.ts';
import { register } from '../../support/webhooks.ts';
import { startBenchDatabase } from '../bench/bench-database.ts';
import { ANY_CORE } from '../bench/cores.ts';
import { startServer } from '../bench/server-process.ts';
import { openBenchContext, tradepostEnv } from '../bench/webhooks/bench-environment.ts';
import { parentOf } from '../bench/webhooks/processor-time.ts';
import type { Defer } from '../bench/workload.ts';
import { emitOneByOne, emitTogether, eventToRepeat } from './emit-events.ts';
import { costOf, difference, type Measured, type PerEach } from './measure.ts';
import { placeOrders } from './place-orders.ts';

const KIND: EventKind = 'order.created';

export interface CapacityOptions {
  readonly orders: number;
  /** Also deliveries. Linux counts processor time in 10 ms, so they have to be some hundred. */
  readonly events: number;
  readonly products: number;
  /** The program whose `serve` is measured. */
  readonly cli: string;
}

export interface Capacity {
  /** Placed through the API, without a subscriber: the order and its event. */
  readonly order: PerEach;
  /** The event by itself. */
  readonly event: PerEach;
  /** What an event with one subscriber takes more than one without. */
  readonly delivery: PerEach;
}

/** Measures what an order, an event and a delivery take, one after the other, on a PostgreSQL that does nothing else. */
export async function capacity(options: CapacityOptions, defer: Defer): Promise<Capacity> {
  const { orders, events } = options;
  const database = await startBenchDatabase(defer, options.products);
  const measured = await startProcesses(database.url, options.cli, defer);
  const { client, api } = measured;
  const cost = (count: number, work: () => Promise<unknown>) => costOf(measured, count, work);
  const ids = await orderableProducts(client, database.tenantId);
  const placing = () => placeOrders(api.address, database.key, ids, orders);
  await placing(); // warms the api up
  const order = await cost(orders, placing);
  const example = await eventToRepeat(client, KIND);
  await emitOneByOne(client, example, events); // and PostgreSQL's plans
  const event = await cost(events, () => emitTogether(client, example, events));
  const unsent = await cost(events, () => emitOneByOne(client, example, events));
  const send = async (): Promise<void> => {
    await emitOneByOne(client, example, events);
    while (await isWaiting(client)) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const endpoint = await openEndpoint();
  defer(() => endpoint.close());
  await register(openBenchContext(defer, database.url), database.tenantId, endpoint.url, [KIND]);
  await send(); // and the worker
  return { order, event, delivery: difference(await cost(events, send), unsent) };
}

async function startProcesses(url: string, cli: string, defer: Defer): Promise<Measured> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  defer(() => client.end());
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const start = (role: string) =>
    startServer(
      defer,
      [cli, 'serve', '--roles', role, '--json'],
      { ...tradepostEnv(url), PORT: '0' },
      ANY_CORE,
    );
  return {
    client,
    postmaster: parentOf(rows[0]!.pid),
    api: await start('api'),
    worker: await start('worker'),
  };
}

/** Those that can be ordered however many orders there are. */
async function orderableProducts(client: pg.Client, tenantId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM products WHERE tenant_id = $1 AND status = 'active' AND allow_backorder`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}

const isWaiting = async (client: pg.Client): Promise<boolean> =>
  (await client.query('SELECT FROM webhook_queue LIMIT 1')).rowCount! > 0;
