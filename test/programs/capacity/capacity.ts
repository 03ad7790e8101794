// `npm run program capacity [ORDERS]` prints what an order, an event and a delivery take of disk, of WAL and of processor time here,
// and what 100 million deliveries would need.
import { loadavg } from 'node:os';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { report } from './report.ts';
import { capacity } from './run-capacity.ts';

const orders = Number(process.argv[2] ?? 5_000);
if (!(Number.isInteger(orders) && orders > 0))
  throw new Error('npm run program capacity ORDERS: more than 0');
const EVENTS = 5_000;
const PRODUCTS = 10_000;

const cleanup = new CleanupStack();
try {
  const options = { orders, events: EVENTS, products: PRODUCTS, cli: 'dist/server/cli.js' };
  console.log(report(await capacity(options, cleanup.defer)).join('\n'));
  console.log(
    `load average at the end: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(', ')}`,
  );
} finally {
  await cleanup.runAll();
}
