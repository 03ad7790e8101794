// `npm run program growth [-- deliveries|pages|orders|tenants COUNT… --rounds N --seconds N --short --shared-limits --connections N --svg FILE]`:
// what grows with the number of finished deliveries, which `pages` shows of each page of the panel, of orders, or of tenants. Of tenants,
// several counts are compared one after the other and drawn by --svg; --shared-limits counts the rate limits in PostgreSQL, and
// --connections 1 sends one request at a time, of which none are put together.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { interruption, LENGTH_OPTIONS, lengthOf } from '../bench/run-workload.ts';
import type { Spread } from '../bench/statistics.ts';
import { chartOf } from '../chart.ts';
import { growDeliveries } from './grow-deliveries.ts';
import { growOrders } from './grow-orders.ts';
import { growPages } from './grow-pages.ts';
import { growTenants } from './grow-tenants.ts';

const { values, positionals } = parseArgs({
  options: {
    ...LENGTH_OPTIONS,
    'shared-limits': { type: 'boolean', default: false },
    connections: { type: 'string' },
    svg: { type: 'string' },
  },
  allowPositionals: true,
});
const length = lengthOf(values, { rounds: 7, seconds: 3 });
const load = {
  sharedLimits: values['shared-limits'],
  connections: values.connections === undefined ? undefined : Number(values.connections),
};
const cleanup = new CleanupStack();

const SUBJECTS: Readonly<Record<string, (...counts: number[]) => Promise<void>>> = {
  deliveries: (count = 10_000_000) => growDeliveries(count),
  pages: (count = 1_000_000) => growPages(count),
  orders: (count = 1_000_000) => growOrders(cleanup.defer, count, length),
  tenants: (...counts) => growTenantsTo(counts.length === 0 ? [1_000] : counts),
};

/** Each in a PostgreSQL of its own. */
async function growTenantsTo(counts: readonly number[]): Promise<void> {
  const grown = new Map<number, ReadonlyMap<string, Spread>>();
  for (const count of counts) {
    const own = new CleanupStack();
    cleanup.defer(() => own.runAll());
    grown.set(count, await growTenants(own.defer, count, length, load));
    await own.runAll();
  }
  if (values.svg !== undefined) await writeFile(values.svg, tenantsChart(grown));
}

function tenantsChart(grown: ReadonlyMap<number, ReadonlyMap<string, Spread>>): string {
  const titles = [...grown.values().next().value!.keys()];
  const pointsOf = (title: string) =>
    [...grown].map(([count, ratios]) => ({ name: `${count} tenants`, ratio: ratios.get(title)! }));
  return chartOf({
    title: 'Processor time of a request, × that with 1 tenant',
    one: '1 tenant',
    lines: titles.map((label) => ({ label, points: pointsOf(label) })),
  });
}

async function run(): Promise<void> {
  const [subject = 'deliveries', ...counts] = positionals;
  const grow = SUBJECTS[subject];
  if (!grow) throw new Error(`Nothing grows by "${subject}", only by ${Object.keys(SUBJECTS).join(', ')}.`);
  await grow(...counts.map(Number));
}

try {
  await Promise.race([run(), interruption()]);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await cleanup.runAll();
}
