/** Each bucket is 10 % wider than the one before, so a quantile is at most 5 % off. */
const GROWTH = 1.1;
/** From 1 ms to 10.3 s; the deadline of an attempt is 10 s. */
export const BUCKETS = 98;

/** The bucket of a duration in ms. */
export function bucketOf(durationMs: number): number {
  const bucket = Math.floor(Math.log(Math.max(durationMs, 1)) / Math.log(GROWTH));
  return Math.min(bucket, BUCKETS - 1);
}

/** The geometric middle of a bucket, in ms. */
const middleOf = (bucket: number): number => Math.round(GROWTH ** (bucket + 0.5));

/** The duration in ms that a share `q` of all doesn't exceed (nearest rank); undefined when there are none. */
export function quantile(counts: readonly number[], q: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = Math.ceil(q * total);
  const bucket = counts.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  return middleOf(bucket);
}

/** The histogram of both. */
export const addCounts = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((count, bucket) => count + b[bucket]!);
