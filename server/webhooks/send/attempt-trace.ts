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

export interface AttemptTracer {
  /** A span for an attempt, in the trace of the request that caused the event. */
  startAttempt(delivery: TracedDelivery): AttemptTrace;
}
