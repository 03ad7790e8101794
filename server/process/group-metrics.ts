import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { ProcessGroup } from './process-group.ts';

/** The metrics of all processes as those of one: counters are added up, gauges as their `aggregator` says. */
export function groupMetrics(group: ProcessGroup, count: number): Pick<Registry, 'contentType' | 'metrics'> {
  const own = new Registry();
  const registers = [own];
  new Gauge({
    name: 'tradepost_processes',
    help: 'Processes of serve --processes that are ready.',
    registers,
    collect() {
      this.set(group.readyCount);
    },
  });
  new Gauge({
    name: 'tradepost_processes_expected',
    help: 'Processes that serve --processes keeps running.',
    registers,
  }).set(count);
  return {
    contentType: own.contentType,
    metrics: async () =>
      AggregatorRegistry.aggregate([...(await group.metrics()), await own.getMetricsAsJSON()]).metrics(),
  };
}
