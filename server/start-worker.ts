import type { Context } from './context.ts';
import { repeat } from './repeat.ts';
import { unmarkUnreadable } from './webhooks/endpoints/unreadable-secrets.ts';
import type { WebhookMetrics } from './webhooks/metrics.ts';
import { WakeUp } from './webhooks/queue/delivery-listener.ts';
import { advanceRecoveries } from './webhooks/queue/recoveries.ts';
import { removeOldEvents } from './webhooks/queue/retention.ts';
import { openWorkerDatabase, warmUp } from './webhooks/queue/worker-database.ts';
import type { Step } from './webhooks/send/delivery-dispatcher.ts';
import { createResolver } from './webhooks/send/dns-resolver.ts';
import { openOutbound } from './webhooks/send/outbound.ts';
import { scheduleOf } from './webhooks/send/retry-schedule.ts';
import { Worker } from './webhooks/worker.ts';

/** How long a recovery that was just begun waits at most. */
const RECOVER_EVERY_MS = 1_000;
/** Nobody waits for what is older than 90 days to go. */
const RETAIN_EVERY_MS = 3_600_000;

/** Starts the role worker and answers what stops it. `reached` hears of each step of a delivery. */
export async function startWorker(
  context: Context,
  metrics: WebhookMetrics,
  reached?: (step: Step) => void,
): Promise<() => Promise<void>> {
  const { config, box, log } = context;
  const { production, webhooks } = config;
  const outbound = openOutbound(
    { production, allowPrivateNetworks: webhooks.allowPrivateNetworks },
    createResolver(),
  );
  const sender = { ...context, dispatcher: outbound.dispatcher, schedule: scheduleOf(webhooks) };
  const db = openWorkerDatabase(context);
  const worker = new Worker({ db, box, log, sender, metrics, reached });
  const url = config.directUrl ?? context.databaseUrl;
  const wakeUp = new WakeUp({ url, log, heard: (tenantId) => worker.hear(tenantId) });
  const chores = startChores(context);
  // Whatever fails here fails again with the first claim, which is tried until it works.
  await Promise.all([
    wakeUp.start(),
    ...[warmUp(db), unmarkUnreadable(db)].map((work) => work.catch(() => {})),
  ]);
  worker.start();
  return async () => {
    // Side by side: with a silent database each may take its time.
    await Promise.all([wakeUp.stop(), worker.stop(), ...chores.map(({ stop }) => stop())]);
    await Promise.all([outbound.destroy(), db.close()]);
  };
}

function startChores({ db, log }: Context): ReturnType<typeof repeat>[] {
  const failed = (error: unknown): void => log.warn({ err: error }, 'a chore failed and will be tried again');
  return [
    repeat(async () => void (await advanceRecoveries(db)), RECOVER_EVERY_MS, failed),
    repeat(async () => void (await removeOldEvents(db)), RETAIN_EVERY_MS, failed),
  ];
}
