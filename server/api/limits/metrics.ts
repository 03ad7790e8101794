import { Counter, Gauge, type Registry } from 'prom-client';
import type { RateLimiter } from './rate-limiter.ts';

/** What the rate limit decided in this process. The limiter counts with plain numbers, which are read when scraped. */
export function observeRateLimit(registry: Registry, limiter: Pick<RateLimiter, 'stats'>): void {
  const registers = [registry];
  new Counter({
    name: 'tradepost_rate_limit_requests_total',
    help: 'Requests counted against a plan, by result: allowed, refused.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      const { allowed, refused } = limiter.stats();
      this.inc({ result: 'allowed' }, allowed);
      this.inc({ result: 'refused' }, refused);
    },
  });
  if (limiter.stats().redisUp === undefined) return;
  new Gauge({
    name: 'tradepost_redis_up',
    help: 'Whether this process has a connection to Redis.',
    registers,
    // With --processes: whether all have one.
    aggregator: 'min',
    collect() {
      this.set(limiter.stats().redisUp ? 1 : 0);
    },
  });
  new Counter({
    name: 'tradepost_rate_limit_counted_alone_total',
    help: 'Requests that this process counted by itself, because Redis was away.',
    registers,
    collect() {
      this.reset();
      this.inc(limiter.stats().countedAlone);
    },
  });
}
