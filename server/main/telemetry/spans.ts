import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { RequestHandler } from 'express';
import { WAIT } from '../../db/pool/trace-work.ts';
import type { TraceRequestWork } from '../../db/tenants/tenant-database.ts';
import { onClosed } from '../../http/connection/on-closed.ts';
import { requestContext } from '../../http/request-context.ts';
import type { AttemptTrace, TracedDelivery } from '../../webhooks/send/attempt-trace.ts';

/** Probes come every few seconds and say nothing. */
const UNTRACED = new Set(['/healthz', '/readyz']);

export function traceRequest(tracer: Tracer): RequestHandler {
  return (req, res, next) => {
    if (UNTRACED.has(req.path)) return next();
    const context = requestContext(res);
    const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER }, parentOf(req.get('traceparent')));
    context.traceparent = traceparentOf(span);
    onClosed(req, res, () => {
      const { operation, panelRoute, requestId, caller } = context;
      const name = operation?.id ?? panelRoute;
      if (name !== undefined) span.updateName(name);
      span.setAttributes({
        'http.request.method': req.method,
        ...(res.headersSent && { 'http.response.status_code': res.statusCode }),
        'tradepost.request_id': requestId,
        ...(operation && { 'http.route': operation.path }),
        ...(caller && { 'tradepost.tenant_id': caller.tenantId }),
      });
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    next();
  };
}

/** Most requests find a connection at once, and would have spans that say nothing. */
const LEAST_WAIT_MS = 1;

/** Statements are named as in the log; their values are nowhere. */
export const traceWork =
  (tracer: Tracer): TraceRequestWork =>
  (traceparent, name) => {
    const startedAt = performance.now();
    return (error) => {
      const endedAt = performance.now();
      if (name === WAIT && endedAt - startedAt < LEAST_WAIT_MS) return;
      const attributes = name === WAIT ? {} : { 'db.system.name': 'postgresql', 'db.operation.name': name };
      const startTime = performance.timeOrigin + startedAt;
      const span = tracer.startSpan(
        name,
        { kind: SpanKind.CLIENT, startTime, attributes },
        parentOf(traceparent),
      );
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(performance.timeOrigin + endedAt);
    };
  };

/** The event is written in the request and sent by another process, so the trace goes through the database. */
export function startAttempt(tracer: Tracer, delivery: TracedDelivery): AttemptTrace {
  const { id, eventId, kind, attempt, traceparent } = delivery;
  const attributes = {
    'http.request.method': 'POST',
    'tradepost.event': kind,
    'tradepost.event_id': eventId,
    'tradepost.delivery_id': id,
    'tradepost.attempt': attempt,
  };
  const span = tracer.startSpan(`send ${kind}`, { kind: SpanKind.CLIENT, attributes }, parentOf(traceparent));
  return {
    traceparent: traceparentOf(span),
    end: ({ outcome, responseStatus }) => {
      span.setAttribute('tradepost.outcome', outcome);
      if (responseStatus !== null) span.setAttribute('http.response.status_code', responseStatus);
      if (outcome !== 'accepted') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
      span.end();
    },
  };
}

function parentOf(traceparent: string | null | undefined): Context {
  const parent = traceparent ? parseTraceParent(traceparent) : null;
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
