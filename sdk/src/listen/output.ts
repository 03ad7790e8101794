import { printable } from '../errors/printable.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import type { Forwarded } from './forward.ts';
import { printableJson } from './printable-json.ts';

type Shown = Exclude<Forwarded, { outcome: 'nobody' }>;

export interface Output {
  /** What goes on, for people. */
  say(words: string): void;
  /** What became of an event. */
  show(event: WebhookEvent, forwarded: Shown): void;
}

export interface Streams {
  out: (line: string) => void;
  err: (line: string) => void;
}

/** A line for each event, and words about the rest. */
export function textOutput({ out, err }: Streams): Output {
  return {
    say: (words) => err(printable(words)),
    show({ event_type, event_id, occurred_at }, forwarded) {
      const what = `${occurred_at}  ${String(event_type).padEnd(23)} ${event_id}`;
      out(printable(`${what}  ${resultOf(forwarded)} (${Math.round(forwarded.durationMs)} ms)`));
    },
  };
}

/** For programs: JSON on one stream and words on the other. */
export function jsonOutput({ out, err }: Streams): Output {
  return {
    say: (words) => err(printable(words)),
    show({ event_type, event_id }, forwarded) {
      const { durationMs } = forwarded;
      const result =
        forwarded.outcome === 'answered' ? { status: forwarded.status } : { error: forwarded.reason };
      out(printableJson({ event_type, event_id, ...result, duration_ms: Math.round(durationMs) }));
    },
  };
}

function resultOf(forwarded: Shown): string {
  return forwarded.outcome === 'answered'
    ? `${forwarded.status} ${forwarded.answer}`.trimEnd()
    : `no answer: ${forwarded.reason}`;
}
