import type { RequestHandler } from 'express';
import type { DestinationStream } from 'pino';
import type { Registry } from 'prom-client';

/** What is known of a webhook attempt before it is sent. */
export interface TracedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  readonly attempt: number;
  readonly traceparent: string | null;
}

export interface AttemptTrace {
  /** For the request to the endpoint. */
  readonly traceparent: string;
  end(result: { readonly outcome: string; readonly responseStatus: number | null }): void;
}

/** Traces, metrics and logs by OTLP. */
export interface Telemetry {
  /** A span for each request, in the trace of its `traceparent` header if there is one. */
  readonly traceRequest: RequestHandler;
  /** A span for an attempt, in the trace of the request that caused the event. */
  startAttempt(delivery: TracedDelivery): AttemptTrace;
  /** Exports what /metrics serves, under the same names. */
  exportMetrics(registry: Registry): void;
  /** Takes the log's lines. */
  readonly logStream: DestinationStream;
  /** Exports what is left, for a few seconds at most. */
  close(): Promise<void>;
}
