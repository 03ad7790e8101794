/** What a client takes from its surroundings. Tests put their own in its place; nothing else has a reason to. */
export interface Runtime {
  /** Milliseconds of a clock, by which pauses are counted and dates of answers are read. */
  now(): number;
  /** At least 0 and below 1: spreads the pauses of clients that failed together. */
  random(): number;
  /** Makes the Idempotency-Key of a call that was given none. */
  uuid(): string;
  /** Ends after that many milliseconds, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const now = (): number => Date.now();
export const random = (): number => Math.random();
export const uuid = (): string => crypto.randomUUID();

export const sleep: Runtime['sleep'] = (ms, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return abortable(elapsed, signal).finally(() => clearTimeout(timer));
};

/** Ends with the promise, or rejects with the signal's reason as soon as it aborts. */
export function abortable(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    signal?.addEventListener('abort', settle);
    if (signal?.aborted) settle();
    else promise.then(settle);
  });
}
