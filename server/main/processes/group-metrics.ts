import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { ProcessGroup } from './process-group.ts';

/** The metrics of all processes as those of one: counters are added up, gauges as their `aggregator` says. */
export function groupMetrics(
  group: Pick<ProcessGroup, 'metrics'>,
  count: number,
): Pick<Registry, 'contentType' | 'metrics'> {
  const own = new Registry();
  const registers = [own];
  const processes = new Gauge({
    name: 'tradepost_processes',
    help: 'Processes of serve --processes that answered this scrape.',
    registers,
  });
  new Gauge({
    name: 'tradepost_processes_expected',
    help: 'Processes that serve --processes keeps running.',
    registers,
  }).set(count);
  return {
    contentType: own.contentType,
    metrics: async () => {
      const answers = await group.metrics();
      // A process that hangs counts as ready, but it doesn't answer.
      processes.set(answers.filter((answer) => answer.length > 0).length);
      return AggregatorRegistry.aggregate([...answers, await own.getMetricsAsJSON()]).metrics();
    },
  };
}
