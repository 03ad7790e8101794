import { startDeadline } from '../transport/abort.ts';
import { signTestDelivery } from '../webhooks/testing/sign-test-delivery.ts';
import type { WebhookEvent } from '../webhooks/verification/events.ts';

const TIMEOUT_MS = 10_000; // the same as for Tradepost's own deliveries
const EXCERPT_LENGTH = 200; // characters: a line or two of a terminal
// Nothing listens there, so nothing has seen any of the event.
const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

export interface ForwardDeps {
  url: URL;
  secret: string;
  fetch: typeof fetch;
  /** Milliseconds. */
  now: () => number;
  signal: AbortSignal;
  /** Return the start of the body after a 2xx too. */
  excerptOfAll?: boolean;
}

export type ForwardResult =
  /** `excerpt` is the start of the body of a response other than 2xx. */
  | { outcome: 'response'; status: number; durationMs: number; excerpt: string }
  | { outcome: 'error'; reason: string; durationMs: number }
  | { outcome: 'unreachable'; reason: string };

/** Posts an event as Tradepost would. Throws only if it is aborted. */
export async function forward(event: WebhookEvent, deps: ForwardDeps): Promise<ForwardResult> {
  const { url, secret, fetch, now, signal, excerptOfAll = false } = deps;
  const startedAt = now();
  const deadline = startDeadline(TIMEOUT_MS, signal);
  try {
    const delivery = await signTestDelivery({ secret, event, timestamp: Math.floor(startedAt / 1000) });
    const response = await fetch(url, { ...delivery, redirect: 'manual', signal: deadline.signal });
    const excerpt = response.ok && !excerptOfAll ? '' : await bodyExcerpt(response);
    await response.body?.cancel().catch(() => {});
    return { outcome: 'response', status: response.status, durationMs: now() - startedAt, excerpt };
  } catch (error) {
    signal.throwIfAborted();
    const reason = deadline.expired ? `timeout after ${TIMEOUT_MS / 1000} s` : reasonOf(error as Error);
    return UNREACHABLE_CODES.has(reason)
      ? { outcome: 'unreachable', reason }
      : { outcome: 'error', reason, durationMs: now() - startedAt };
  } finally {
    deadline.clear();
  }
}

function reasonOf({ message, cause }: Error): string {
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? inner ?? message;
}

/** On one line and without control characters, which could move the terminal's cursor. */
async function bodyExcerpt(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunk = await reader?.read().catch(() => undefined);
  reader?.releaseLock();
  const text = new TextDecoder().decode(chunk?.value?.subarray(0, EXCERPT_LENGTH));
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
