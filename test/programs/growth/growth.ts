// `npm run program growth [-- deliveries|pages|orders|tenants COUNT --rounds N --seconds N --short --shared-limits --connections N]`: what
// grows with the number of finished deliveries, which `pages` shows of each page of the panel, of orders, or of tenants. Of tenants,
// --shared-limits counts the rate limits in PostgreSQL, and --connections 1 sends one request at a time, of which none are put together.
import { parseArgs } from 'node:util';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { interruption, LENGTH_OPTIONS, lengthOf } from '../bench/run-workload.ts';
import { growDeliveries } from './grow-deliveries.ts';
import { growOrders } from './grow-orders.ts';
import { growPages } from './grow-pages.ts';
import { growTenants } from './grow-tenants.ts';

const { values, positionals } = parseArgs({
  options: {
    ...LENGTH_OPTIONS,
    'shared-limits': { type: 'boolean', default: false },
    connections: { type: 'string' },
  },
  allowPositionals: true,
});
const length = lengthOf(values, { rounds: 7, seconds: 3 });
const load = {
  sharedLimits: values['shared-limits'],
  connections: values.connections === undefined ? undefined : Number(values.connections),
};
const cleanup = new CleanupStack();

const SUBJECTS: Readonly<Record<string, (count?: number) => Promise<void>>> = {
  deliveries: (count = 10_000_000) => growDeliveries(count),
  pages: (count = 1_000_000) => growPages(count),
  orders: (count = 1_000_000) => growOrders(cleanup.defer, count, length),
  tenants: (count = 1_000) => growTenants(cleanup.defer, count, length, load),
};

async function run(): Promise<void> {
  const [subject = 'deliveries', count] = positionals;
  const grow = SUBJECTS[subject];
  if (!grow) throw new Error(`Nothing grows by "${subject}", only by ${Object.keys(SUBJECTS).join(', ')}.`);
  await grow(count === undefined ? undefined : Number(count));
}

try {
  await Promise.race([run(), interruption()]);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await cleanup.runAll();
}
