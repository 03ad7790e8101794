import { pino } from 'pino';
import { DeliveryListener } from '../../../server/webhooks/queue/delivery-listener.ts';

// A process that does nothing but listen at the database of its argument. It says what it hears, stops at a signal, and
// then ends by itself if nothing is left that keeps it alive.

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wakeUp = new DeliveryListener({
  url: process.argv[2]!,
  log: pino({ level: 'warn' }, { write: () => say('lost') }),
  onNotify: (tenantId) => say(`heard ${tenantId}`),
});
process.once('SIGTERM', () => wakeUp.stop());
say('started');
await wakeUp.start();
