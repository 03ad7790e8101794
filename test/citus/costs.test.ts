import { expect, it, onTestFinished } from 'vitest';
import { distribute } from '../../server/db/migrate/distribute.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { postgresCpuSeconds } from '../programs/bench/process-usage.ts';
import { median } from '../programs/bench/statistics.ts';
import { claimCandidate } from '../programs/growth/claims.ts';
import { onServer } from '../support/databases.ts';
import { buyer, stocked } from '../support/shop.ts';
import { type TestTenant, useTestEnvironment } from '../support/test-environment.ts';
import { createCitusDatabase, databaseOf, type OwnCluster, startCluster } from './cluster.ts';

const TENANTS = 12;
const ROUNDS = 5;
const REQUESTS = 120;
const ORDERS = 60;
const DUE = 600;
const SIDES = ['one PostgreSQL', '1 machine', '2 machines', '3 machines'];
const OPERATIONS = ['get a product', 'list 20 products', 'place an order', 'claim a delivery'] as const;

interface Operation {
  readonly name: (typeof OPERATIONS)[number];
  /** Returns how many it has done. */
  readonly run: () => Promise<number>;
}

/** The same database on the coordinator alone, without the extension, and on a cluster of so many machines beside it. */
async function openSide(cluster: OwnCluster, machines: number, postgresCpu: () => number) {
  const name = `tradepost_costs_${machines}`;
  const [coordinator, ...others] = cluster.urls;
  const url = databaseOf(coordinator, name);
  if (machines === 0) await onServer(coordinator, (client) => client.query(`CREATE DATABASE ${name}`));
  else await createCitusDatabase([coordinator, ...others.slice(0, machines)], name);
  await migrate(url);
  if (machines > 0) await distribute(url);
  const environment = await useTestEnvironment({
    database: { url, drop: async () => {} },
    roles: ['api'],
  });
  const tenants = await Promise.all(Array.from({ length: TENANTS }, () => environment.tenant()));
  return operations(tenants, await claims(environment, tenants, postgresCpu));
}

async function claims(
  { context }: Awaited<ReturnType<typeof useTestEnvironment>>,
  tenants: readonly TestTenant[],
  postgresCpu: () => number,
) {
  const ends: (() => unknown)[] = [];
  onTestFinished(async () => {
    for (const end of ends) await end();
  });
  const tenantIds = tenants.map(({ tenantId }) => tenantId);
  const options = { name: 'claims', context, tenantIds, due: DUE, postgresCpuSeconds: postgresCpu };
  return claimCandidate((end) => void ends.push(end), options);
}

async function operations(
  tenants: readonly TestTenant[],
  claim: Awaited<ReturnType<typeof claimCandidate>>,
): Promise<{ operations: Operation[]; claim: typeof claim }> {
  const shops = await Promise.all(
    tenants.map(async ({ tp }) => ({ tp, customer: await buyer(tp), product: await stocked(tp, 100_000) })),
  );
  const each = async (count: number, work: (shop: (typeof shops)[number]) => Promise<unknown>) => {
    for (let n = 0; n < count; n += 1) await work(shops[n % shops.length]!);
    return count;
  };
  const order = ({ tp, customer, product }: (typeof shops)[number]) =>
    tp.orders.create({ customer_id: customer.id, items: [{ product_id: product.id, quantity: 1 }] });
  return {
    claim,
    operations: [
      { name: 'get a product', run: () => each(REQUESTS, ({ tp, product }) => tp.products.get(product.id)) },
      { name: 'list 20 products', run: () => each(REQUESTS, ({ tp }) => tp.products.list({ limit: 20 })) },
      { name: 'place an order', run: () => each(ORDERS, order) },
    ],
  };
}

it.skipIf(!process.env.TRADEPOST_CITUS_COSTS)(
  'what a request costs PostgreSQL, on one and on clusters',
  { timeout: 900_000 },
  async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.close());
    const urls = [...cluster.urls, await cluster.add()] as const;
    const cpu = () => cluster.pids().reduce((sum, pid) => sum + postgresCpuSeconds(pid), 0);
    const sides: Awaited<ReturnType<typeof openSide>>[] = [];
    for (const machines of SIDES.keys())
      sides.push(await openSide({ ...cluster, urls: urls as OwnCluster['urls'] }, machines, cpu));
    const micros = new Map<string, number[]>();
    const note = (side: number, name: string, seconds: number, count: number) => {
      const key = `${side} ${name}`;
      micros.set(key, [...(micros.get(key) ?? []), (seconds * 1e6) / count]);
    };
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [side, { operations: all, claim }] of sides.entries()) {
        for (const { name, run } of all) {
          const before = cpu();
          const count = await run();
          if (round > 0) note(side, name, cpu() - before, count);
        }
        const claimed = await claim.round(1);
        if (round > 0)
          note(side, 'claim a delivery', claimed.postgresCpuSeconds ?? Number.NaN, claimed.operations);
      }
    const cell = (side: number, name: string) => Math.round(median(micros.get(`${side} ${name}`)!));
    console.log(`PostgreSQL's CPU time of all machines, µs, median of ${ROUNDS} rounds in turn`);
    console.table(
      Object.fromEntries(
        OPERATIONS.map((name) => [name, Object.fromEntries(SIDES.map((side, n) => [side, cell(n, name)]))]),
      ),
    );
    expect(micros.size).toBe(SIDES.length * OPERATIONS.length);
  },
);
