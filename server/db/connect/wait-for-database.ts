import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../base/environment/start-error.ts';
import { untilAborted } from '../../base/time/until-aborted.ts';
import { StandbyError } from './connection-check.ts';
import { describeMistake, type Mistake, targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';

/** As the pool's. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Each try has this long to connect, also the only one with a limit of 0. */
const MIN_TRY_MS = 1_000;
/** A start isn't held up by a replica that is silent. */
const REPLICA_TRY_MS = 2_000;
const RETRY_MS = 500;
const REPORT_INTERVAL_MS = 1_000;

export interface DatabaseWait {
  readonly url: string;
  readonly setting: string;
  readonly limitMs: number;
  /** Called each second with what is waited for. */
  readonly onWaiting: (sentence: string, waitedMs: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves when the database answers and takes writes. What may pass is waited for: a server that starts, is unreachable or
 * silent, has no connection left, or is a standby; also an unknown name, which appears in Docker when the database starts.
 * A mistake that only the operator can fix ends the wait.
 */
export async function waitForDatabase({
  url,
  setting,
  limitMs,
  onWaiting,
  signal,
}: DatabaseWait): Promise<void> {
  const startMs = performance.now();
  const waitedMs = (): number => performance.now() - startMs;
  let sentence = `${urlsOfHosts(url)
    .map((each) => addressOf(each))
    .join(', ')} (${setting}) hasn't answered yet`;
  const ticker = setInterval(() => onWaiting(sentence, waitedMs()), REPORT_INTERVAL_MS);
  try {
    for (;;) {
      const timeoutMs = Math.max(MIN_TRY_MS, Math.min(CONNECT_TIMEOUT_MS, limitMs - waitedMs()));
      const mistake = await untilAborted(tryHosts(url, setting, timeoutMs), signal);
      if (mistake === undefined) return;
      sentence = mistake.sentence;
      if (!mistake.passes) throw new StartError(`${sentence}.`);
      if (waitedMs() + RETRY_MS >= limitMs) throw tooLate(sentence, limitMs);
      await wait(RETRY_MS, undefined, { signal });
    }
  } finally {
    clearInterval(ticker);
  }
}

const tooLate = (sentence: string, limitMs: number): StartError =>
  new StartError(
    `The database wasn't available within ${limitMs / 1000} s (DATABASE_START_TIMEOUT): ${sentence}.`,
  );

/** For a command: somebody at a terminal doesn't want to wait. A standby will do, for reading. */
export async function assertReachable(url: string, setting: string): Promise<void> {
  const mistake = await tryHosts(url, setting, CONNECT_TIMEOUT_MS);
  if (mistake && !mistake.readOnly) throw new StartError(`${mistake.sentence}.`);
}

/**
 * For replicas: throws for what only the operator can fix. One that is away isn't waited for, because the primary serves its reads.
 */
export async function assertNoMistake(url: string, setting: string): Promise<void> {
  const mistakes = await Promise.all(
    urlsOfHosts(url).map(async (each) => {
      const error = await failureOf(each, REPLICA_TRY_MS);
      return error && describeMistake(error, targetOf(each, setting));
    }),
  );
  const final = mistakes.find((mistake) => mistake?.passes === false);
  if (final) throw new StartError(`${final.sentence}.`);
}

const addressOf = (url: string): string => {
  const { host, port } = targetOf(url, '');
  return `${host}:${port}`;
};

/** Undefined as soon as one host takes writes. Otherwise a mistake that doesn't pass, if there is one, or all of them. */
async function tryHosts(url: string, setting: string, timeoutMs: number): Promise<Mistake | undefined> {
  const mistakes: Mistake[] = [];
  for (const each of urlsOfHosts(url)) {
    const error = await failureOf(each, timeoutMs);
    if (error === undefined) return undefined;
    mistakes.push(describeMistake(error, targetOf(each, setting)));
  }
  const final = mistakes.find(({ passes }) => !passes);
  return (
    final ?? {
      sentence: mistakes.map(({ sentence }) => sentence).join('; '),
      passes: true,
      readOnly: mistakes.some(({ readOnly }) => readOnly),
    }
  );
}

async function failureOf(url: string, timeoutMs: number): Promise<Error | undefined> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({
      connectionString: url,
      application_name: 'tradepost start',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    client.on('error', () => {}); // The query that waits fails too.
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    return rows[0]?.transaction_read_only === 'on' ? new StandbyError('read-only') : undefined;
  } catch (error) {
    return error as Error;
  } finally {
    // A silent server doesn't answer the goodbye either.
    void client?.end().catch(() => {});
  }
}
