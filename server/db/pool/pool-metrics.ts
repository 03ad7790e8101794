import { Counter, Gauge, type Registry } from 'prom-client';
import type { FairSemaphore } from '../../base/counters/fair-semaphore.ts';
import type { PoolStats } from './pool.ts';

/**
 * `requests` serves the API, the panel and most jobs, `look-ups` what they find by key; `worker` claims deliveries and writes their results. A replica is named by its
 * address: `replica db2:5432`.
 */
export type PoolName = 'requests' | 'look-ups' | 'worker' | `replica ${string}`;

interface Pool {
  readonly size: number;
  stats(): PoolStats;
}

const GAUGES: readonly (readonly [name: string, help: string, read: (pool: Pool) => number])[] = [
  ['size', 'The most connections that the pool may have.', ({ size }) => size],
  ['connections', 'Open connections.', (pool) => pool.stats().connections],
  ['idle_connections', 'Open connections that nothing uses.', (pool) => pool.stats().idle],
  ['waiting', 'Statements and transactions that wait for a connection.', (pool) => pool.stats().waiting],
];
const COUNTERS: typeof GAUGES = [
  ['acquired_total', 'Connections taken from the pool.', (pool) => pool.stats().acquired],
  [
    'wait_seconds_total',
    'Time spent waiting for a connection of the pool, or for it to connect.',
    (pool) => pool.stats().waitedMs / 1000,
  ],
];

/** What the pools of this process are doing. They count with plain numbers, which are read when scraped. */
export class PoolMetrics {
  readonly #registers: Registry[];
  readonly #pools = new Map<PoolName, Pool>();

  constructor(registry: Registry) {
    this.#registers = [registry];
    const [registers, pools, labelNames] = [this.#registers, this.#pools, ['pool'] as const];
    for (const [name, help, read] of GAUGES)
      new Gauge({
        ...{ name: `tradepost_database_pool_${name}`, help, labelNames, registers },
        collect() {
          for (const [pool, each] of pools) this.set({ pool }, read(each));
        },
      });
    for (const [name, help, read] of COUNTERS)
      new Counter({
        ...{ name: `tradepost_database_pool_${name}`, help, labelNames, registers },
        collect() {
          this.reset();
          for (const [pool, each] of pools) this.inc({ pool }, read(each));
        },
      });
  }

  watch(name: PoolName, pool: Pool): void {
    this.#pools.set(name, pool);
  }

  /** Requests wait here before they come to the pool. */
  watchShares(shares: Pick<FairSemaphore<unknown>, 'stats'>): void {
    const registers = this.#registers;
    new Gauge({
      name: 'tradepost_tenant_connections_waiting',
      help: "Requests of the API and of the panel that wait for their tenant's share of the database connections, or for a look-up's turn.",
      registers,
      collect() {
        this.set(shares.stats().waiting);
      },
    });
    new Counter({
      name: 'tradepost_tenant_connections_wait_seconds_total',
      help: "Time that requests of the API and of the panel spent waiting for their tenant's share of the database connections, or for a look-up's turn.",
      registers,
      collect() {
        this.reset();
        this.inc(shares.stats().waitedMs / 1000);
      },
    });
  }
}
