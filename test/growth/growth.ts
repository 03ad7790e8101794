import { openEmptyAndFull } from './fill-log.ts';
import { measure, table } from './measure.ts';

/**
 * `npm run growth -- [DELIVERIES]`: what a worker and staff wait for, with ten million finished deliveries in the log and with none,
 * measured in turn on one PostgreSQL.
 */
const deliveries = Number(process.argv[2] ?? 10_000_000);
const ROUNDS = 200;

const shops = await openEmptyAndFull(deliveries, (line) => console.log(line));
try {
  console.log(table(await measure(shops, ROUNDS)).join('\n'));
} finally {
  await shops.close();
}
