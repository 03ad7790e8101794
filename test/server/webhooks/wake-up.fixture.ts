import { pino } from 'pino';
import { DeliveryListener } from '../../../server/webhooks/queue/delivery-listener.ts';

// Listens to the database in its argument and prints each notification. After SIGTERM it stops listening and exits, unless
// something keeps the process alive.

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wakeUp = new DeliveryListener({
  url: process.argv[2]!,
  log: pino({ level: 'warn' }, { write: () => say('lost') }),
  onNotify: (tenantId) => say(`heard ${tenantId}`),
});
process.once('SIGTERM', () => wakeUp.stop());
say('started');
await wakeUp.start();
