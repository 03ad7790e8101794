/** What is there at once, or comes later. */
export type MaybePromise<T> = T | Promise<T>;

/** By what it does and not by its class: query builders are awaitable too, and Jest has other classes than Node. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | undefined)?.then === 'function';
}

/**
 * As `try { … } catch { … }` around an `await`, but without a turn of the event loop where there is nothing to wait for.
 * With node:crypto and a store in memory that is an eighth of the time that a delivery takes. What `done` throws is not
 * `failed`'s.
 */
export function settle<T, R>(
  work: () => MaybePromise<T>,
  onValue: (value: T) => MaybePromise<R>,
  onError: (error: unknown) => MaybePromise<R>,
): MaybePromise<R> {
  let value: MaybePromise<T>;
  try {
    value = work();
  } catch (error) {
    return onError(error);
  }
  return isPromise(value) ? value.then(onValue, onError) : onValue(value);
}
