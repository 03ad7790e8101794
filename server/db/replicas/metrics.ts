import { Counter, Gauge, type Registry } from 'prom-client';
import type { PoolMetrics } from '../pool/pool-metrics.ts';
import type { Replicas } from './replicas.ts';

interface Observed {
  readonly replicas: Replicas;
  readonly pools: PoolMetrics;
  readonly monotonicMs: () => number;
}

/** What this process knows of the replicas, from the last time it asked them. */
export function observeReplicas(registry: Registry, { replicas, pools, monotonicMs }: Observed): void {
  const registers = [registry];
  for (const { place, db } of replicas.list) pools.watch(`replica ${place}`, db);
  new Gauge({
    name: 'tradepost_replica_in_use',
    help: '1 while reads go to the replica.',
    labelNames: ['replica'],
    registers,
    aggregator: 'min',
    collect() {
      for (const replica of replicas.list)
        this.set({ replica: replica.place }, replica.isUsable(monotonicMs()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tradepost_replica_lag_seconds',
    help: "The age of what the replica serves; missing while it isn't a standby that answers.",
    labelNames: ['replica'],
    registers,
    aggregator: 'max',
    collect() {
      this.reset();
      for (const replica of replicas.list) {
        const seconds = replica.lagSeconds(monotonicMs());
        if (seconds !== undefined) this.set({ replica: replica.place }, seconds);
      }
    },
  });
  new Counter({
    name: 'tradepost_replicable_reads_total',
    help: 'Lists, exported pages and reports by who served them: replica, primary, primary_after_replica.',
    labelNames: ['served_by'],
    registers,
    collect() {
      this.reset();
      for (const [served_by, count] of Object.entries(replicas.served)) this.inc({ served_by }, count);
    },
  });
}
