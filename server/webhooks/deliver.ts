import { type Dispatcher, request } from 'undici';
import type { Claimed, Outcome } from './deliveries.ts';
import { waitAfter } from './retry-schedule.ts';
import { signatureOf } from './signature.ts';

/** Over the whole exchange: connection, headers and body. */
export const DEADLINE_MS = 10_000;
/** The document keeps 1 KB of the consumer's answer. */
const KEPT_BODY_BYTES = 1024;

export interface Sender {
  readonly dispatcher: Dispatcher;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

interface Exchange {
  readonly outcome: string;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
}

/** Sends a delivery once and tells what came of it. A consumer's fault is an outcome, not an error. */
export async function deliver(sender: Sender, claimed: Claimed, secret: string): Promise<Outcome> {
  const startedAt = sender.monotonicMs();
  const exchange = await post(sender, claimed, headersOf(claimed, secret, sender.nowMs()));
  const durationMs = Math.round(sender.monotonicMs() - startedAt);
  return { ...exchange, durationMs, ...next(exchange, claimed.attemptOfRound) };
}

function next({ outcome }: Exchange, attempt: number): Pick<Outcome, 'status' | 'retryInMs'> {
  if (outcome === 'accepted') return { status: 'SUCCESS', retryInMs: null };
  const retryInMs = waitAfter(attempt) ?? null;
  return { status: retryInMs === null ? 'FAILED' : 'RETRYING', retryInMs };
}

/** Everything that goes out beside what HTTP itself needs. The signature is made anew for each attempt. */
function headersOf(claimed: Claimed, secret: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  return {
    'content-type': 'application/json',
    'user-agent': 'Tradepost-Webhooks/1',
    'x-service-event': claimed.kind,
    'x-service-delivery-id': claimed.id,
    'x-service-timestamp': timestamp,
    'x-service-signature': signatureOf(secret, timestamp, claimed.body),
  };
}

async function post(
  { dispatcher }: Sender,
  { url, body }: Claimed,
  headers: Record<string, string>,
): Promise<Exchange> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const response = await request(url, { method: 'POST', headers, body, dispatcher, signal });
    const accepted = response.statusCode >= 200 && response.statusCode < 300;
    const responseBody = await beginningOf(response.body);
    return { outcome: accepted ? 'accepted' : 'refused', responseStatus: response.statusCode, responseBody };
  } catch {
    return { outcome: signal.aborted ? 'timeout' : 'connection', responseStatus: null, responseBody: null };
  }
}

/** The first KB as text that PostgreSQL can keep, cut on a character; the rest is not read. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= KEPT_BODY_BYTES) break;
  }
  const kept = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES);
  // stream: a character that was cut in two is held back, not replaced.
  return new TextDecoder('utf-8').decode(kept, { stream: true }).replaceAll('\0', '');
}
