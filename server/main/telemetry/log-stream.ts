import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { type AnyValueMap, type Logger, SeverityNumber } from '@opentelemetry/api-logs';
import { parseTraceParent } from '@opentelemetry/core';
import type { DestinationStream } from 'pino';

/** pino's levels, by tens. */
const SEVERITIES = new Map([
  [10, SeverityNumber.TRACE],
  [20, SeverityNumber.DEBUG],
  [30, SeverityNumber.INFO],
  [40, SeverityNumber.WARN],
  [50, SeverityNumber.ERROR],
  [60, SeverityNumber.FATAL],
]);

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly traceparent?: string;
}

/** Exports each line of the log, in the trace that it belongs to. What is exported is what is written: no values, no secrets. */
export function logStream(logger: Logger): DestinationStream {
  return {
    write: (text) => {
      const { level, time, msg, traceparent, ...attributes } = JSON.parse(text) as Line;
      const span = traceparent === undefined ? null : parseTraceParent(traceparent);
      logger.emit({
        timestamp: new Date(time),
        severityNumber: SEVERITIES.get(level) ?? SeverityNumber.UNSPECIFIED,
        body: msg ?? '',
        attributes: attributes as AnyValueMap,
        context: span ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT,
      });
    },
  };
}
