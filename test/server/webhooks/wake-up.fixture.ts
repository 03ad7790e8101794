import { pino } from 'pino';
import { DeliveryListener } from '../../../server/webhooks/queue/delivery-listener.ts';

// A process that only listens to the database in its argument. It prints its notifications, stops at a signal, and then ends
// by itself unless something keeps it alive.

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wakeUp = new DeliveryListener({
  url: process.argv[2]!,
  log: pino({ level: 'warn' }, { write: () => say('lost') }),
  onNotify: (tenantId) => say(`heard ${tenantId}`),
});
process.once('SIGTERM', () => wakeUp.stop());
say('started');
await wakeUp.start();
