import { setTimeout as wait } from 'node:timers/promises';
import type { PoolMetrics } from '../../db/pool/pool-metrics.ts';
import { advanceErasures } from '../../lifecycle/erasure/advance-erasures.ts';
import { completeErasures } from '../../lifecycle/erasure/complete-erasures.ts';
import { deleteDeletedRows } from '../../lifecycle/tenants/delete-deleted-rows.ts';
import { deleteClosedTenants } from '../../lifecycle/tenants/delete-tenant.ts';
import { recountStorage } from '../../lifecycle/tenants/recount-storage.ts';
import { deleteOldHealth } from '../../webhooks/endpoints/health.ts';
import { HealthRecorder } from '../../webhooks/endpoints/health-recorder.ts';
import { makeLogPartitions } from '../../webhooks/log/log-partitions.ts';
import type { WebhookMetrics } from '../../webhooks/metrics.ts';
import { DeliveryListener } from '../../webhooks/queue/delivery-listener.ts';
import { unmarkUnreadable } from '../../webhooks/queue/unreadable-secrets.ts';
import { advanceRecoveries } from '../../webhooks/recovery/advance-recoveries.ts';
import { dropDeletedDeliveries } from '../../webhooks/retention/drop-queued.ts';
import { purgeDeletedEndpoints } from '../../webhooks/retention/purge-endpoints.ts';
import { enforceRetention } from '../../webhooks/retention/retention.ts';
import type { DeliveryStep } from '../../webhooks/send/delivery-dispatcher.ts';
import { createResolver } from '../../webhooks/send/dns-resolver.ts';
import { openOutbound } from '../../webhooks/send/outbound.ts';
import { createRetrySchedule } from '../../webhooks/send/rules/retry-schedule.ts';
import { Worker } from '../../webhooks/worker.ts';
import type { Context } from '../context.ts';
import type { WorkerRounds } from './process-health.ts';
import { startAlerts } from './start-alerts.ts';
import { openWorkerDatabase, warmUpConnections } from './worker-database.ts';

/** A new recovery waits at most this long. */
const RECOVERY_INTERVAL_MS = 1_000;
/** A new erasure waits for longer, until no request can still be about the customer. */
const ERASURE_INTERVAL_MS = 1_000;
/** Those that end within it have their tables analyzed once. */
const COMPLETION_INTERVAL_MS = 10_000;
/** How old the health of an endpoint may be on another process's page, and how much of it a killed process loses. */
const HEALTH_INTERVAL_MS = 5_000;
/** For its last write. The worker may have used 13 s of the process's 15 s. */
const HEALTH_STOP_MS = 1_000;
/** Deleting events older than 90 days isn't urgent. */
const RETENTION_INTERVAL_MS = 3_600_000;

/** A job first runs one interval after the start, and a process may be replaced every day. */
const RECOUNT_INTERVAL_MS = 6 * 3_600_000;
/** A tenant of a million rows is gone in some minutes, and requests hardly notice. */
const DELETION_INTERVAL_MS = 10_000;

interface WorkerOptions {
  /** Called at each step of a delivery. */
  readonly onStep?: (step: DeliveryStep) => void;
  readonly health?: HealthRecorder;
  readonly pools?: PoolMetrics;
}

export interface RunningWorker {
  readonly rounds: WorkerRounds;
  stop(): Promise<void>;
}

/** Starts the worker role. */
export async function startWorker(
  context: Context,
  metrics: WebhookMetrics,
  { onStep, health = new HealthRecorder(context.db, context.nowMs), pools }: WorkerOptions = {},
): Promise<RunningWorker> {
  const { config, box, log } = context;
  const { production, webhooks } = config;
  const resolver = createResolver();
  const outbound = openOutbound(
    { production, allowPrivateNetworks: webhooks.allowPrivateNetworks },
    resolver,
  );
  const sender = { ...context, dispatcher: outbound, resolver, schedule: createRetrySchedule(webhooks) };
  const db = openWorkerDatabase(context);
  pools?.watch('worker', db);
  const worker = new Worker({ db, box, log, sender, metrics, health, onStep });
  const url = config.directUrl ?? context.databaseUrl;
  const listener = new DeliveryListener({ url, log, onNotify: (tenantId) => worker.notify(tenantId) });
  const stopJobs = startBackgroundJobs(context, health);
  const stopAlerts = startAlerts(context);
  // Failures are ignored: the first claim would fail for the same reason, and is retried until it succeeds.
  await Promise.all([
    listener.start(),
    ...[warmUpConnections(db), unmarkUnreadable(db)].map((work) => work.catch(() => {})),
  ]);
  worker.start();
  const stop = async (): Promise<void> => {
    // At the same time: if the database doesn't respond, each of them may take seconds.
    await Promise.all([listener.stop(), worker.stop(), stopAlerts(), stopJobs()]);
    const flushed = health.flush().catch(() => {});
    await Promise.race([flushed, wait(HEALTH_STOP_MS, undefined, { ref: false })]);
    await Promise.all([outbound.destroy(), db.close()]);
  };
  return { rounds: worker, stop };
}

const startBackgroundJobs = ({ config, db, owner, jobs, nowMs }: Context, health: HealthRecorder) =>
  jobs.startAll([
    ['advance_recoveries', () => advanceRecoveries(db), RECOVERY_INTERVAL_MS],
    ['advance_customer_erasures', () => advanceErasures(db), ERASURE_INTERVAL_MS],
    ['complete_customer_erasures', () => completeErasures(owner), COMPLETION_INTERVAL_MS],
    ['drop_deleted_deliveries', () => dropDeletedDeliveries(db), RECOVERY_INTERVAL_MS],
    ['write_endpoint_health', () => health.flush(), HEALTH_INTERVAL_MS],
    ['make_log_partitions', () => makeLogPartitions(owner), RETENTION_INTERVAL_MS],
    ['delete_old_events', () => enforceRetention(owner, nowMs()), RETENTION_INTERVAL_MS],
    ['delete_closed_tenants', () => deleteClosedTenants(owner), DELETION_INTERVAL_MS],
    ['recount_stored_bytes', () => recountStorage(owner), RECOUNT_INTERVAL_MS],
    ['delete_deleted_rows', () => deleteDeletedRows(db, config.deletedRowsDays), RETENTION_INTERVAL_MS],
    ['purge_deleted_endpoints', () => purgeDeletedEndpoints(db), RETENTION_INTERVAL_MS],
    ['delete_old_endpoint_health', () => deleteOldHealth(db), RETENTION_INTERVAL_MS],
  ]);
