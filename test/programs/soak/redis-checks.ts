import { textOf, valueIn } from '../../support/metrics.ts';
import type { Load } from './load.ts';

/** That the service counted by itself while Redis was away, and counts in it again. Asked of the running api, after the faults. */
export async function redisViolations({ redis, readers, metricsUrl }: Load): Promise<string[]> {
  const forgotten = readers.flatMap(({ counts }) => counts.violations);
  const first = forgotten.slice(0, 1).map((text) => `${text}, and ${forgotten.length - 1} times more`);
  if (redis === undefined) return first;
  const metrics = await textOf(metricsUrl);
  const alone = valueIn(metrics, 'tradepost_rate_limit_counted_alone_total') ?? 0;
  const isUp = valueIn(metrics, 'tradepost_redis_up') === 1;
  return [
    ...first,
    ...(isUp ? [] : ["Redis is there, and the service doesn't use it"]),
    ...(redis.outages.length > 0 && alone === 0 ? ['no request was counted while Redis was away'] : []),
  ];
}
