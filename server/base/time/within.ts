import { setTimeout as wait } from 'node:timers/promises';

/** Rejects after this long. The query itself ends by the pool's time-outs. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The database didn't answer within ${ms} ms.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
