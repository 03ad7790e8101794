import { FLUSH_INTERVAL_MS } from '../../accounts/api-keys/last-used-writer.ts';
import { deleteOldAuditEntries } from '../../accounts/audit/retention.ts';
import { deleteOldRefusedRequests } from '../../accounts/request-log/retention.ts';
import { FLUSH_INTERVAL_MS as REFUSED_FLUSH_INTERVAL_MS } from '../../accounts/request-log/writer.ts';
import {
  FLUSH_INTERVAL_MS as ACTIVITY_FLUSH_INTERVAL_MS,
  deleteOldActivity,
} from '../../accounts/tenants/activity.ts';
import { FLUSH_INTERVAL_MS as STORAGE_FLUSH_INTERVAL_MS } from '../../accounts/tenants/storage.ts';
import { deleteExpiredIdempotencyKeys } from '../../api/idempotency/idempotency.ts';
import { deleteEmptyWindows } from '../../api/limits/postgres-windows.ts';
import { CHECK_INTERVAL_MS } from '../../db/replicas/replicas.ts';
import { deleteExpiredWindows } from '../../http/limits/counter-store.ts';
import { makeLogPartitions } from '../../webhooks/log/log-partitions.ts';
import type { Context } from '../context.ts';
import type { App } from './app.ts';
import type { Stop } from './running.ts';

/** Expired idempotency keys are ignored anyway; this only keeps their table small. */
const KEY_CLEANUP_INTERVAL_MS = 10 * 60_000;
const WINDOW_CLEANUP_INTERVAL_MS = 10 * 60_000;
const AUDIT_CLEANUP_INTERVAL_MS = 6 * 3_600_000;
/** Often enough that what a flood adds until then is small; see MAX_KEPT_PER_CODE. */
const REFUSED_CLEANUP_INTERVAL_MS = 10 * 60_000;

/** A month ahead; the worker does the same, but it may run elsewhere, or not at all. */
const PARTITIONS_INTERVAL_MS = 3_600_000;

/** Keeps tables small whose old rows don't count anymore. */
export const startPanelJobs = ({ db, jobs }: Context): Stop =>
  jobs.startAll([
    ['delete_expired_windows', () => deleteExpiredWindows(db), WINDOW_CLEANUP_INTERVAL_MS],
    ['delete_old_audit_entries', () => deleteOldAuditEntries(db), AUDIT_CLEANUP_INTERVAL_MS],
  ]);

/** Writes what tenants have asked for, and at the end what came since. */
export function startActivityJobs({ db, jobs, activity, storage, log }: Context): Stop[] {
  const stopJobs = jobs.startAll([
    ['write_tenant_activity', () => activity.flush(), ACTIVITY_FLUSH_INTERVAL_MS],
    ['write_stored_bytes', () => storage.flush(), STORAGE_FLUSH_INTERVAL_MS],
    ['delete_old_tenant_activity', () => deleteOldActivity(db), WINDOW_CLEANUP_INTERVAL_MS],
  ]);
  const flushFailed = (error: unknown): void =>
    log.warn({ err: error }, "counts couldn't be written at the end");
  const flushAll = [activity, storage].map((each) => () => each.flush().catch(flushFailed));
  return [stopJobs, ...flushAll];
}

/** The same for the API, and what it counts in memory is written. */
export function startApiJobs({ db, owner, jobs, log, replicas }: Context, app: App): Stop[] {
  const flushFailed = (error: unknown): void =>
    log.warn({ err: error }, "counts couldn't be written at the end");
  const flushAll = async (): Promise<void> =>
    void (await Promise.all([app.lastUsed, app.refused].map((writer) => writer.flush().catch(flushFailed))));
  const stopJobs = jobs.startAll([
    ['delete_expired_idempotency_keys', () => deleteExpiredIdempotencyKeys(db), KEY_CLEANUP_INTERVAL_MS],
    ['delete_old_refused_requests', () => deleteOldRefusedRequests(db), REFUSED_CLEANUP_INTERVAL_MS],
    ['delete_empty_rate_limit_windows', () => deleteEmptyWindows(db), WINDOW_CLEANUP_INTERVAL_MS],
    ['make_log_partitions', () => makeLogPartitions(owner), PARTITIONS_INTERVAL_MS],
    ['write_last_used', () => app.lastUsed.flush(), FLUSH_INTERVAL_MS],
    ['write_refused_requests', () => app.refused.flush(), REFUSED_FLUSH_INTERVAL_MS],
    ...(replicas ? [['check_replicas', () => replicas.tick(), CHECK_INTERVAL_MS] as const] : []),
  ]);
  return [stopJobs, flushAll];
}
