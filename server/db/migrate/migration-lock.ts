import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../base/environment/start-error.ts';
import { withClient } from '../connect/open-client.ts';
import type { PgClient } from '../wire/pg-client.ts';

/** Keeps two starting processes from migrating at once. Any number that no other program on this database uses. */
const MIGRATION_LOCK = 7_403_201;
const LOCK_POLL_MS = 200;
const REPORT_INTERVAL_MS = 1_000;

export interface MigrationLockOptions {
  /** Ends the wait for the lock, and the statement that runs. */
  readonly signal?: AbortSignal | undefined;
  /** How long a holder of the lock may be idle. */
  readonly idleLimitMs?: number;
  /** How long one that works is waited for. */
  readonly workLimitMs?: number;
  /** Called each second with what is waited for. */
  readonly onWaiting?: (sentence: string, waitedMs: number) => void;
}

export async function withMigrationLock<T>(
  url: string,
  options: MigrationLockOptions,
  work: (client: PgClient) => Promise<T>,
): Promise<T> {
  const { signal } = options;
  return withClient(url, { application_name: 'tradepost migrate' }, async (client) => {
    const cancel = (): void => void client.cancelStatement();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      await waitForLock(client, options);
      return await work(client);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  });
}

/** Polled: CREATE INDEX CONCURRENTLY waits for every statement that runs, so one that waited for it would be a deadlock. */
async function waitForLock(
  client: PgClient,
  { signal, idleLimitMs = Infinity, workLimitMs = Infinity, onWaiting }: MigrationLockOptions,
): Promise<void> {
  const startMs = performance.now();
  let reportMs = REPORT_INTERVAL_MS;
  while (!(await takeLock(client))) {
    signal?.throwIfAborted();
    const waitedMs = performance.now() - startMs;
    if (waitedMs >= reportMs) {
      reportMs = waitedMs + REPORT_INTERVAL_MS;
      const holder = await findHolder(client);
      onWaiting?.(sentenceOf(holder), waitedMs);
      if (Math.min(waitedMs, idleMsOf(holder)) >= idleLimitMs) throw tooIdle(holder, idleLimitMs);
      if (waitedMs >= workLimitMs) throw tooLong(holder, workLimitMs);
    }
    await wait(LOCK_POLL_MS, undefined, { signal });
  }
}

async function takeLock(client: PgClient): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
  return rows[0].taken;
}

interface Holder {
  readonly pid: number;
  readonly application: string | null;
  readonly address: string | null;
  /** These are null if this user may not see them. */
  readonly idleSeconds: number | null;
  readonly connectedSeconds: number | null;
  /** Processes whose locks it waits for. */
  readonly waitsFor: readonly number[];
}

/** Older releases rebuild documents on connections of their own, while the one with the lock is idle. */
const HOLDER = `
  SELECT l.pid, a.application_name AS application, host(a.client_addr) AS address,
    extract(epoch FROM clock_timestamp() - a.backend_start)::double precision AS "connectedSeconds",
    pg_blocking_pids(l.pid) AS "waitsFor", (
    SELECT min(CASE WHEN w.state = 'active' THEN 0 ELSE extract(epoch FROM clock_timestamp() - w.state_change) END)
    FROM pg_stat_activity w
    WHERE w.pid = l.pid OR (w.datid = l.database AND w.application_name = 'tradepost migrate documents')
  )::double precision AS "idleSeconds"
  FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = ${MIGRATION_LOCK} AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

async function findHolder(client: PgClient): Promise<Holder | undefined> {
  return (await client.query<Holder>(HOLDER)).rows[0];
}

/** Released in the meantime: 0. Unknown: as if it had always been idle. */
const idleMsOf = (holder: Holder | undefined): number =>
  holder ? (holder.idleSeconds ?? Number.POSITIVE_INFINITY) * 1000 : 0;

/** For operators, who look for it in pg_stat_activity. Details that aren't known are left out. */
export function processName(pid: number, details: readonly (string | null | false)[]): string {
  const known = details.filter(Boolean).join(', ');
  return `PostgreSQL's process ${pid}${known && ` (${known})`}`;
}

const nameOf = ({ pid, application, address, connectedSeconds }: Holder): string => {
  const connected = connectedSeconds !== null && `connected for ${Math.floor(connectedSeconds)} s`;
  return processName(pid, [application, address, connected]);
};

function sentenceOf(holder: Holder | undefined): string {
  if (!holder) return 'another process is migrating it';
  return `another process is migrating it: ${nameOf(holder)} holds the lock${stateOf(holder)}`;
}

function stateOf({ idleSeconds, waitsFor }: Holder): string {
  if (waitsFor.length > 0) return ` and waits for locks of ${waitsFor.join(', ')}`;
  if (idleSeconds === null) return '';
  return idleSeconds < 1 ? ' and works' : ` and has been idle for ${Math.floor(idleSeconds)} s`;
}

const tooIdle = (holder: Holder | undefined, limitMs: number): StartError =>
  cannotBegin(holder, `has done nothing for ${limitMs / 1000} s (DATABASE_START_TIMEOUT)`);

const tooLong = (holder: Holder | undefined, limitMs: number): StartError =>
  cannotBegin(
    holder,
    `hasn't released it within ${limitMs / 1000} s (DATABASE_MIGRATION_TIMEOUT)`,
    'If it is stuck, end',
  );

function cannotBegin(holder: Holder | undefined, what: string, end = 'End'): StartError {
  const who = holder ? nameOf(holder) : 'another process';
  const waits = holder?.waitsFor.length ? `, waits for locks of ${holder.waitsFor.join(', ')},` : '';
  const remedy = holder
    ? `${end} it with SELECT pg_terminate_backend(${holder.pid}), and start again.`
    : 'Start again.';
  return new StartError(
    `The migrations couldn't begin: ${who} holds their lock${waits} and ${what}. ${remedy}`,
  );
}
