import { openEmptyAndFull } from './fill-log.ts';
import { measure, table } from './measure-log.ts';

const ROUNDS = 200;

/** What a worker and staff wait for, with so many finished deliveries in the log and with none, in turn on one PostgreSQL. */
export async function growDeliveries(deliveries: number): Promise<void> {
  const shops = await openEmptyAndFull(deliveries, (line) => console.log(line));
  try {
    console.log(table(await measure(shops, ROUNDS)).join('\n'));
  } finally {
    await shops.close();
  }
}
