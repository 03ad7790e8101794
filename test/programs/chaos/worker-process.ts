// The worker role in a process that can be made to crash at a step. Prints a line of JSON when it's ready.

import { createRegistry } from '../../../server/http/metrics.ts';
import { readConfig } from '../../../server/main/config.ts';
import { createContext } from '../../../server/main/context.ts';
import { startWorker } from '../../../server/main/roles/start-worker.ts';
import { WebhookMetrics } from '../../../server/webhooks/metrics.ts';
import type { DeliveryStep } from '../../../server/webhooks/send/delivery-dispatcher.ts';

/** Crash the n-th time from now that the step is reached. */
export interface CrashPoint {
  readonly step: DeliveryStep;
  readonly times: number;
}

let crashPoint: Partial<CrashPoint> = {};
process.on('message', (told: Partial<CrashPoint>) => {
  crashPoint = told;
});

function reached(step: DeliveryStep): void {
  if (step !== crashPoint.step) return;
  crashPoint = { step, times: crashPoint.times! - 1 };
  if (crashPoint.times === 0) process.kill(process.pid, 'SIGKILL');
}

const config = readConfig(process.env);
const context = createContext(config, { databaseUrl: config.databaseUrl!, secretKey: config.secretKey! });
const { stop } = await startWorker(context, new WebhookMetrics(createRegistry(), context.db), {
  onStep: reached,
});
process.once('SIGTERM', async () => {
  await stop();
  await context.close();
  process.exit(0);
});
process.stdout.write('{}\n');
