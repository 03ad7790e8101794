import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../base/environment/start-error.ts';
import { untilAborted } from '../../base/time/until-aborted.ts';
import { CONNECT_TIMEOUT_MS } from '../wire/pg-client.ts';
import { checkConnection } from './connection-check.ts';
import { describeMistake, type Mistake, targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';
import { Hosts } from './hosts.ts';
import { withClient } from './open-client.ts';

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

/**
 * A step of a start that connects once more. What the first try found may be gone a moment later, such as the last free
 * connection: each step waits as the first does. A step may be repeated.
 */
export async function retryWhilePassing<T>(
  step: () => Promise<T>,
  { url, setting, limitMs, onWaiting, signal }: DatabaseWait,
): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const { cause = error } = error as Error;
      const { sentence, passes } = describeMistake(cause as Error, targetOf(url, setting));
      if (!passes) throw error;
      const waitedMs = performance.now() - startMs;
      if (waitedMs + RETRY_MS >= limitMs) throw tooLate(sentence, limitMs);
      onWaiting(sentence, waitedMs);
      await wait(RETRY_MS, undefined, { signal });
    }
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
    urlsOfHosts(url).map((each) =>
      assertWritable(each, REPLICA_TRY_MS).then(
        () => undefined,
        (error) => describeMistake(error, targetOf(each, setting)),
      ),
    ),
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
  const note = (error: unknown, each: string): boolean =>
    mistakes.push(describeMistake(error as Error, targetOf(each, setting))) > 0;
  return new Hosts(url)
    .first((each) => assertWritable(each, timeoutMs), note)
    .then(
      () => undefined,
      () => mistakes.find(({ passes }) => !passes) ?? allOf(mistakes),
    );
}

const allOf = (mistakes: readonly Mistake[]): Mistake => ({
  sentence: mistakes.map(({ sentence }) => sentence).join('; '),
  passes: true,
  readOnly: mistakes.some(({ readOnly }) => readOnly),
});

async function assertWritable(url: string, timeoutMs: number): Promise<void> {
  const options = { application_name: 'tradepost start', connectionTimeoutMillis: timeoutMs };
  await withClient(url, options, (client) => checkConnection(client, timeoutMs, true));
}
