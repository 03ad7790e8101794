import { startDeadline } from '../deadline.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import { signTestDelivery } from '../webhooks/testing/sign-test-delivery.ts';

const DEADLINE_MS = 10_000; // that of Tradepost's own deliveries
const SHOWN_OF_ANSWER = 200; // characters: a line or two of a terminal
// Nobody listens there, so nobody has seen anything of the event.
const NOBODY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

export interface Forwarding {
  url: URL;
  secret: string;
  fetch: typeof fetch;
  /** Milliseconds. */
  now: () => number;
  signal: AbortSignal;
}

export type Forwarded =
  | { outcome: 'answered'; status: number; durationMs: number; answer: string }
  | { outcome: 'broken'; reason: string; durationMs: number }
  | { outcome: 'nobody'; reason: string };

/** Posts an event as Tradepost would. It throws when it is aborted, and for nothing else. */
export async function forward(event: WebhookEvent, forwarding: Forwarding): Promise<Forwarded> {
  const { url, secret, fetch, now, signal } = forwarding;
  const begun = now();
  const deadline = startDeadline(DEADLINE_MS, signal);
  try {
    const delivery = await signTestDelivery({ secret, event, timestamp: Math.floor(begun / 1000) });
    const response = await fetch(url, { ...delivery, redirect: 'manual', signal: deadline.signal });
    const answer = response.ok ? '' : await beginningOf(response);
    await response.body?.cancel().catch(() => {});
    return { outcome: 'answered', status: response.status, durationMs: now() - begun, answer };
  } catch (error) {
    signal.throwIfAborted();
    const reason = deadline.expired ? `no answer within ${DEADLINE_MS / 1000} s` : reasonOf(error as Error);
    return NOBODY.has(reason)
      ? { outcome: 'nobody', reason }
      : { outcome: 'broken', reason, durationMs: now() - begun };
  } finally {
    deadline.clear();
  }
}

function reasonOf({ message, cause }: Error): string {
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? inner ?? message;
}

/** For a terminal: on one line and without control characters, which could move its cursor. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunk = await reader?.read().catch(() => undefined);
  reader?.releaseLock();
  const text = new TextDecoder().decode(chunk?.value?.subarray(0, SHOWN_OF_ANSWER));
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
