import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { distribute } from '../../server/db/migrate/distribute.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { onServer } from '../support/databases.ts';
import { buyer, stocked } from '../support/shop.ts';
import { type TestTenant, useTestEnvironment } from '../support/test-environment.ts';
import { addressOf, createCitusDatabase, databaseOf, type OwnCluster, startCluster } from './cluster.ts';

const NAME = 'tradepost_machines';
const TENANTS = 6;
const STOCK = 100_000;

/** One tenant's till: an order after the other, each sent again with its key until somebody has said that it's placed. */
class Till {
  readonly tenant: TestTenant;
  readonly sku: string;
  readonly placed: number[] = [];
  readonly refusals: string[] = [];
  readonly #customerId: number;
  #isOpen = true;
  #ended: Promise<void> | undefined;

  static async open(tenant: TestTenant): Promise<Till> {
    const [{ id }, { sku }] = [await buyer(tenant.tp), await stocked(tenant.tp, STOCK)];
    return new Till(tenant, id, sku);
  }

  constructor(tenant: TestTenant, customerId: number, sku: string) {
    this.tenant = tenant;
    this.sku = sku;
    this.#customerId = customerId;
  }

  begin(): void {
    this.#ended = this.#run();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (this.#isOpen) {
      const id = await this.#place();
      if (id !== undefined) this.placed.push(id);
    }
  }

  /** Undefined if it's closed while nobody takes the order. */
  async #place(): Promise<number | undefined> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { customer_id: this.#customerId, items: [{ sku: this.sku, quantity: 1 }] };
    while (this.#isOpen) {
      const response = await this.tenant.request('POST', '/orders', { body, headers });
      const answer = (await response.json()) as { id: number; code?: string };
      if (response.status === 201) return answer.id;
      this.refusals.push(`${response.status} ${answer.code}`);
    }
    return undefined;
  }
}

async function openShops(cluster: OwnCluster) {
  const url = await createCitusDatabase(cluster.urls, NAME);
  await migrate(url);
  await distribute(url);
  const { tenant } = await useTestEnvironment({
    database: { url, drop: async () => {} },
    roles: ['api'],
  });
  const tills: Till[] = [];
  for (let n = 0; n < TENANTS; n += 1) tills.push(await Till.open(await tenant()));
  return { url, tills };
}

/** Until each till has placed some more orders. */
async function sells(tills: readonly Till[], more = 5): Promise<void> {
  const goals = tills.map(({ placed }) => placed.length + more);
  await expect
    .poll(() => tills.every(({ placed }, n) => placed.length >= goals[n]!), { timeout: 60_000 })
    .toBe(true);
}

const SHARD_OF = `
  SELECT shardid AS id, nodename AS host, nodeport AS port FROM citus_shards
  WHERE shardid = get_shard_id_for_distribution_column('orders', $1::integer)`;

interface Placement {
  readonly id: string;
  readonly host: string;
  readonly port: number;
}

const placementOf = async (client: Client, { tenantId }: TestTenant): Promise<Placement> =>
  (await client.query<Placement>(SHARD_OF, [tenantId])).rows[0]!;

/** With all that is beside it: its tenants' rows of all tables. */
async function move(url: string, tenant: TestTenant, [host, port]: [string, number]): Promise<void> {
  await onServer(url, async (client) => {
    const from = await placementOf(client, tenant);
    await client.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5)', [
      from.id,
      from.host,
      from.port,
      host,
      port,
    ]);
    expect(await placementOf(client, tenant)).toMatchObject({ id: from.id, host, port });
  });
}

const machineOf = (url: string, tenant: TestTenant): Promise<number> =>
  onServer(url, async (client) => (await placementOf(client, tenant)).port);

async function addMachine(cluster: OwnCluster, url: string): Promise<[string, number]> {
  const added = await cluster.add();
  await onServer(added, (client) => client.query(`CREATE DATABASE ${NAME}`));
  await onServer(databaseOf(added, NAME), (client) => client.query('CREATE EXTENSION citus'));
  const address = addressOf(added);
  await onServer(url, async (client) => {
    await client.query('SELECT citus_add_node($1, $2)', address);
    await client.query('SELECT replicate_reference_tables()');
  });
  return address;
}

/** A standby takes the place of a machine that dies for good. */
async function takeOver(cluster: OwnCluster, url: string, node: number): Promise<void> {
  const standby = await cluster.addStandby(node);
  await cluster.kill(node);
  await onServer(standby, (client) => client.query('SELECT pg_promote()'));
  const [, port] = addressOf(cluster.urls[node]!);
  const moved = 'SELECT citus_update_node(nodeid, $1, $2) FROM pg_dist_node WHERE nodeport = $3';
  await onServer(url, (client) => client.query(moved, [...addressOf(standby), port]));
}

/** What each till was told is what there is, once. */
async function expectAllOnce(tills: readonly Till[]): Promise<void> {
  for (const { tenant, placed, sku } of tills) {
    const ids: number[] = [];
    for await (const { id } of tenant.tp.orders.list({ limit: 200 })) ids.push(id);
    expect(ids.sort((a, b) => a - b)).toEqual(placed.toSorted((a, b) => a - b));
    const [product] = (await tenant.tp.products.list({ sku })).data;
    expect(product!.stock).toMatchObject({ on_hand: STOCK, reserved: placed.length });
  }
}

it.skipIf(!process.env.TRADEPOST_CITUS || process.env.CITUS_COORDINATOR_URL !== undefined)(
  'loses and doubles no order while a shard moves, a machine dies and comes back, one is added, and a standby takes over',
  { timeout: 300_000 },
  async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.close());
    const { url, tills } = await openShops(cluster);
    for (const till of tills) till.begin();
    onTestFinished(async () => void (await Promise.all(tills.map((till) => till.close()))));
    const [first] = tills as [Till];
    await sells(tills);

    const workers = cluster.urls.slice(1).map(addressOf);
    const port = await machineOf(url, first.tenant);
    await move(url, first.tenant, workers.find((each) => each[1] !== port)!);
    await sells(tills);

    const dead = workers.findIndex(([, each]) => each === port) + 1;
    const machines = await Promise.all(tills.map(({ tenant }) => machineOf(url, tenant)));
    const [hit, others] = [true, false].map((isHit) =>
      tills.filter((_, n) => (machines[n] === port) === isHit),
    );
    await cluster.kill(dead);
    await expect
      .poll(() => hit!.every(({ refusals }) => refusals.some((each) => each.startsWith('5'))), {
        timeout: 60_000,
      })
      .toBe(true);
    expect(others).not.toEqual([]);
    await sells(others!);
    await cluster.restart(dead);
    await sells(tills);

    await move(url, first.tenant, await addMachine(cluster, url));
    await sells(tills);

    await takeOver(cluster, url, dead);
    await sells(tills);
    await Promise.all(tills.map((till) => till.close()));
    await expectAllOnce(tills);
    expect(tills.flatMap(({ refusals }) => refusals).filter((each) => !/^(429|50[03]) /.test(each))).toEqual(
      [],
    );
  },
);
