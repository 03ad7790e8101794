import { isPromise, type MaybePromise } from '../maybe-promise.ts';

/**
 * A store that does not answer in time is as good as away; clients that queue while they reconnect wait long. What comes
 * all the same goes to `late`. What is there at once, as with a store in memory, needs no timer.
 */
export function withTimeout<T>(
  result: MaybePromise<T>,
  timeoutMs: number,
  onLate?: (value: T) => unknown,
): MaybePromise<T> {
  if (!isPromise(result)) return result;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`The store has not answered within ${timeoutMs} ms.`));
      result.then(onLate).catch(() => {}); // nobody waits for it any more
    }, timeoutMs);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
