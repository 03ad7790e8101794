import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { VERSION } from '../../base/version.ts';
import { logStream } from './log-stream.ts';
import { registryProducer } from './registry-producer.ts';
import { startAttempt, traceRequest, traceWork } from './spans.ts';
import type { Telemetry } from './telemetry.ts';

/** For what is left when the process stops, of the seconds that it has. */
const CLOSE_MS = 1_500;
/** As often as Prometheus usually scrapes. Some metrics are read from the database. */
const METRICS_INTERVAL_MS = 30_000;
const NAME = 'tradepost';

export interface StartOptions {
  readonly endpoint: string;
  readonly roles: readonly string[];
  /** For what couldn't be exported. */
  readonly onError: (error: unknown) => void;
}

/** Starts the exporters. Nothing but the handler of their errors is registered globally: only what we hand over is traced. */
export function startOpenTelemetry({ endpoint, roles, onError }: StartOptions): Telemetry {
  setGlobalErrorHandler(onError);
  const base = endpoint.replace(/\/$/, '');
  const resource = resourceFromAttributes({
    'service.name': NAME,
    'service.version': VERSION,
    // A process id isn't enough: in containers all replicas have the same.
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    'tradepost.roles': roles.join(','),
  }).merge(detectResources({ detectors: [envDetector] }));
  const tracers = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${base}/v1/traces` }))],
  });
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${base}/v1/logs` }) })],
  });
  const meters: MeterProvider[] = [];
  const tracer = tracers.getTracer(NAME, VERSION);
  return {
    traceRequest: traceRequest(tracer),
    traceWork: traceWork(tracer),
    startAttempt: (delivery) => startAttempt(tracer, delivery),
    exportMetrics: (registry) => {
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
        exportIntervalMillis: METRICS_INTERVAL_MS,
        exportTimeoutMillis: METRICS_INTERVAL_MS / 3,
        metricProducers: [registryProducer(registry, resource)],
      });
      meters.push(new MeterProvider({ resource, readers: [reader] }));
    },
    logStream: logStream(logs.getLogger(NAME, VERSION)),
    close: async () => {
      const closed = Promise.allSettled([tracers, logs, ...meters].map((each) => each.shutdown()));
      await Promise.race([closed, wait(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
