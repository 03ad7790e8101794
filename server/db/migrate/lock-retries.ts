import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../base/environment/start-error.ts';

/**
 * How long a migration waits for a lock. Every statement that comes after it waits behind it, so this is what a client of the API
 * may notice.
 */
export const LOCK_TIMEOUT_MS = 500;
/** What has queued up behind the lock gets through in the meantime. */
const PAUSE_MS = 500;
/** Longer than every transaction of ours, which end after 8 s; a backup with pg_dump takes longer. */
const GIVE_UP_MS = 10 * 60_000;

/** About ten seconds. */
const REPORT_ATTEMPTS = 10;

/** lock_not_available, and deadlock_detected: an older release waits for the migrations in a way that can deadlock. */
const LOCKED = ['55P03', '40P01'];

export interface LockRetryOptions {
  readonly log?: (message: string) => void;
  readonly giveUpMs?: number;
  /** Ends the work after the statement that runs. */
  readonly signal?: AbortSignal | undefined;
  /** Who holds the locks, for the messages. */
  readonly lockHolders?: () => string | undefined;
}

/** Repeats work whose transaction has set LOCK_TIMEOUT_MS until it gets its locks. `what` names it in messages. */
export async function untilUnlocked<T>(
  what: string,
  work: () => Promise<T>,
  { log = () => {}, giveUpMs = GIVE_UP_MS, signal, lockHolders = () => undefined }: LockRetryOptions = {},
): Promise<T> {
  const deadline = performance.now() + giveUpMs;
  let isNamed = false;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!LOCKED.includes((error as { code?: string }).code ?? '')) throw error;
      const holders = lockHolders();
      if (performance.now() > deadline) throw gotNone(what, giveUpMs, holders);
      if (attempt % REPORT_ATTEMPTS === 1 || (holders !== undefined && !isNamed))
        log(`${what} waits for transactions that hold a lock${holders ? `: ${holders}` : ''}`);
      isNamed = holders !== undefined;
      await wait(PAUSE_MS);
    }
  }
}

const gotNone = (what: string, limitMs: number, holders: string | undefined): StartError =>
  new StartError(
    `${what} got no lock in ${limitMs / 1000} s. ${
      holders
        ? `It waits for ${holders}. End that with SELECT pg_terminate_backend(PID), and start again.`
        : 'Look for long transactions in pg_stat_activity, and start again.'
    }`,
  );
