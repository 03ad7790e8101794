import { printable } from '../errors/sanitize.ts';
import type { WebhookEvent } from '../webhooks/verification/events.ts';
import type { ForwardResult } from './forward.ts';

type Forwarded = Exclude<ForwardResult, { outcome: 'unreachable' }>;

export interface Output {
  /** Says what is going on, for people. */
  log(message: string): void;
  /** Shows an event that was forwarded, and the result. */
  showEvent(event: WebhookEvent, result: Forwarded): void;
}

export interface Streams {
  out: (line: string) => void;
  err: (line: string) => void;
}

/** A line of text per event. */
export function textOutput({ out, err }: Streams): Output {
  return {
    log: (message) => err(printable(message)),
    showEvent({ event_type, event_id, occurred_at }, result) {
      const event = `${occurred_at}  ${String(event_type).padEnd(23)} ${event_id}`;
      out(printable(`${event}  ${describe(result)} (${Math.round(result.durationMs)} ms)`));
    },
  };
}

/** A line of JSON per event, for programs. Messages go to the other stream. */
export function jsonOutput({ out, err }: Streams): Output {
  return {
    log: (message) => err(printable(message)),
    showEvent({ event_type, event_id }, result) {
      const shown = result.outcome === 'response' ? { status: result.status } : { error: result.reason };
      const duration_ms = Math.round(result.durationMs);
      out(printableJson({ event_type, event_id, ...shown, duration_ms }));
    },
  };
}

/** The status and the start of the body, or why there is none. */
export function describe(result: Forwarded): string {
  return result.outcome === 'response'
    ? `${result.status} ${result.excerpt}`.trimEnd()
    : `no response: ${result.reason}`;
}

/** JSON with control and format characters escaped, for the reason given at `printable`. */
const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}]+/gu, (found) =>
    found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
