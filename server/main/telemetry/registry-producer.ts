import type { HrTime } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client';

type Metric = MetricObjectWithValues<MetricValue<string>>;
type Labels = Record<string, string | number>;

/** Reads the registry of /metrics, so that both have the same metrics, and counting costs nothing more. */
export function registryProducer(registry: Registry, resource: Resource): MetricProducer {
  const startTime = millisToHrTime(Date.now());
  return {
    collect: async (): Promise<CollectionResult> => {
      const endTime = millisToHrTime(Date.now());
      const metrics = (await registry.getMetricsAsJSON()) as unknown as Metric[];
      return {
        resourceMetrics: {
          resource,
          scopeMetrics: [
            {
              scope: { name: 'tradepost' },
              metrics: metrics.map((each) => toData(each, { startTime, endTime })),
            },
          ],
        },
        errors: [],
      };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function toData(metric: Metric, times: Times): MetricData {
  const common = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // prom-client's types are numbers in its declarations and names at run time.
  const type = String(metric.type);
  if (type === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(metric, times) };
  const dataPoints = metric.values.map(({ labels, value }) => ({
    ...times,
    attributes: labels as Labels,
    value,
  }));
  if (type === 'counter')
    return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus's buckets add up, and each is a value of its own; OTLP's are counted apart, in one point per series. */
function histogramPoints(metric: Metric, times: Times) {
  const series = new Map<
    string,
    { attributes: Labels; bounds: number[]; totals: number[]; sum: number; count: number }
  >();
  for (const each of metric.values as MetricValueWithName<string>[]) {
    const { le, ...attributes } = each.labels as Labels;
    const key = JSON.stringify(Object.entries(attributes).sort());
    const point = series.get(key) ?? { attributes, bounds: [], totals: [], sum: 0, count: 0 };
    series.set(key, point);
    if (each.metricName?.endsWith('_sum')) point.sum = each.value;
    else if (each.metricName?.endsWith('_count')) point.count = each.value;
    else {
      if (le !== '+Inf') point.bounds.push(Number(le));
      point.totals.push(each.value);
    }
  }
  return [...series.values()].map(({ attributes, bounds, totals, sum, count }) => ({
    ...times,
    attributes,
    value: {
      sum,
      count,
      buckets: { boundaries: bounds, counts: totals.map((total, i) => total - (totals[i - 1] ?? 0)) },
    },
  }));
}
