/** The promise's value, or `late()` if it takes longer. */
export function within<T>(limitMs: number, promise: Promise<T>, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
