import { printable } from '../errors/printable.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import type { ForwardResult } from './forward.ts';
import { printableJson } from './printable-json.ts';

type ShownResult = Exclude<ForwardResult, { outcome: 'unreachable' }>;

export interface Output {
  /** What goes on, for people. */
  log(words: string): void;
  /** What became of an event. */
  showEvent(event: WebhookEvent, forwarded: ShownResult): void;
}

export interface Streams {
  out: (line: string) => void;
  err: (line: string) => void;
}

/** A line for each event, and words about the rest. */
export function textOutput({ out, err }: Streams): Output {
  return {
    log: (words) => err(printable(words)),
    showEvent({ event_type, event_id, occurred_at }, forwarded) {
      const what = `${occurred_at}  ${String(event_type).padEnd(23)} ${event_id}`;
      out(printable(`${what}  ${describeResult(forwarded)} (${Math.round(forwarded.durationMs)} ms)`));
    },
  };
}

/** For programs: JSON on one stream and words on the other. */
export function jsonOutput({ out, err }: Streams): Output {
  return {
    log: (words) => err(printable(words)),
    showEvent({ event_type, event_id }, forwarded) {
      const { durationMs } = forwarded;
      const result =
        forwarded.outcome === 'response' ? { status: forwarded.status } : { error: forwarded.reason };
      out(printableJson({ event_type, event_id, ...result, duration_ms: Math.round(durationMs) }));
    },
  };
}

function describeResult(forwarded: ShownResult): string {
  return forwarded.outcome === 'response'
    ? `${forwarded.status} ${forwarded.answer}`.trimEnd()
    : `no answer: ${forwarded.reason}`;
}
