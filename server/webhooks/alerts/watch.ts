import type { Logger } from 'pino';
import type { Transactional } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { cancelObsoleteEmails, enqueueClosedEmails, enqueueOpenedEmails } from './email/outbox.ts';
import { type ClosedAlert, settleAlerts } from './settle.ts';
import { insertAlerts, type OpenedAlert } from './store.ts';
import { findEndpointAlerts, MAX_ALERTS_PER_BATCH } from './watch-endpoints.ts';
import { findKeyAlerts } from './watch-keys.ts';
import { findLateAlerts } from './watch-late-endpoints.ts';
import { findStorageAlerts } from './watch-storage.ts';

/** Any number that no other advisory lock of ours has. */
const LOCK = 7_226_015;

export interface WatchDeps {
  readonly db: Transactional;
  readonly log: Logger;
  /** Whether e-mails are written for what changes. */
  readonly emails: boolean;
}

interface Changes {
  readonly opened: readonly OpenedAlert[];
  readonly closed: readonly ClosedAlert[];
  /** Whether there is more to do than fits in one transaction. */
  readonly more: boolean;
}

/**
 * Opens and closes the alerts of all tenants. Of several processes that call this at the same time, one does the work. Were
 * the lock to fail, the unique index of open alerts still lets no alert be opened twice.
 */
export async function watch({ db, log, emails }: WatchDeps): Promise<void> {
  let changes: Changes;
  do {
    changes = await db.transaction(async (tx) => ((await lock(tx)) ? change(tx, emails) : NONE));
    logChanges(log, changes);
  } while (changes.more);
}

const NONE: Changes = { opened: [], closed: [], more: false };

/**
 * Every table has an index for what is looked up here. Statistics that date from a day without alerts made PostgreSQL read
 * the whole table for each of 10 000 open alerts, until the statement timed out.
 */
async function lock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock($1) AS locked, set_config('enable_seqscan', 'off', true)`,
    [LOCK],
  );
  return row!.locked;
}

/** Alerts and e-mails are committed together, so that no change of state goes without its e-mail or has two. */
async function change(tx: Transaction, emails: boolean): Promise<Changes> {
  const found = [
    ...[await findEndpointAlerts(tx), await findLateAlerts(tx), await findKeyAlerts(tx)],
    await findStorageAlerts(tx),
  ];
  const opened = await insertAlerts(tx, found.flat());
  const { closed, more } = await settleAlerts(tx);
  await cancelObsoleteEmails(tx, closed);
  if (emails) {
    await enqueueOpenedEmails(tx, opened);
    await enqueueClosedEmails(
      tx,
      closed.filter(({ kind, resolution }) => resolution === 'recovered' && kind !== 'storage_full'),
    );
  }
  return { opened, closed, more: more || found.some(({ length }) => length >= MAX_ALERTS_PER_BATCH) };
}

/** Ids only: names and URLs are the tenants'. */
function logChanges(log: Logger, { opened, closed }: Changes): void {
  for (const { tenantId, id, kind, subjectId } of opened)
    log.warn({ tenant_id: tenantId, alert_id: id, kind, ...subject(kind, subjectId) }, 'an alert was opened');
  for (const { tenantId, id, kind, subjectId, resolution } of closed)
    log.info(
      { tenant_id: tenantId, alert_id: id, kind, ...subject(kind, subjectId), resolution },
      'an alert was closed',
    );
}

const subject = (kind: OpenedAlert['kind'], id: number): object =>
  kind === 'storage_full' ? {} : kind === 'api_key_expiring' ? { api_key_id: id } : { endpoint_id: id };
