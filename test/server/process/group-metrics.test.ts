import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { observeRateLimit } from '../../../server/api/limits/metrics.ts';
import { groupMetrics } from '../../../server/main/processes/group-metrics.ts';

/** What a process answers the scrape of its group. */
const answerOf = (redisUp: boolean) => {
  const registry = new Registry();
  const counted = { allowed: 1, refused: 0, countedAlone: 2 };
  observeRateLimit(registry, { stats: () => ({ ...counted, redisUp }) });
  return registry.getMetricsAsJSON();
};

it.each([
  [[true, true], 1],
  [[true, false], 0],
  [[false, false], 0],
])('with processes whose connections to Redis are %j, tradepost_redis_up is %i', async (up, value) => {
  const metrics = async () => Promise.all(up.map(answerOf));
  const text = await groupMetrics({ metrics }, up.length).metrics();
  expect(text).toContain(`tradepost_redis_up ${value}\n`);
  expect(text).toContain('tradepost_rate_limit_counted_alone_total 4\n');
});
