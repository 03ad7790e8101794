import type { RequestHandler } from 'express';
import type { DestinationStream } from 'pino';
import type { Registry } from 'prom-client';
import type { TraceRequestWork } from '../../db/tenants/tenant-database.ts';
import type { AttemptTracer } from '../../webhooks/send/attempt-trace.ts';

/** Traces, metrics and logs by OTLP. */
export interface Telemetry extends AttemptTracer {
  /** A span for each request, in the trace of its `traceparent` header if there is one. */
  readonly traceRequest: RequestHandler;
  /** Spans in a request's: for its statements, and for what it waited a millisecond or more for. */
  readonly traceWork: TraceRequestWork;
  /** Exports what /metrics serves, under the same names. */
  exportMetrics(registry: Registry): void;
  /** Takes the log's lines. */
  readonly logStream: DestinationStream;
  /** Exports what is left, for a few seconds at most. */
  close(): Promise<void>;
}
