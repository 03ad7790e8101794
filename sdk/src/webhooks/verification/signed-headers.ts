import type { WebhookHeaders } from './delivery.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The values of the headers that a receiver reads; empty if missing. */
export interface SignedHeaders {
  signature: string;
  previous: string;
  timestamp: string;
  /** X-Service-Event. It isn't signed; the body's event_type is. */
  eventType: string;
}

export const SIGNATURE_FORMAT = /^sha256=[0-9a-f]{64}$/;
// Digits only, and too few for milliseconds. Number() would accept "1e9", "0x10" and blanks.
const UNIX_SECONDS = /^[1-9][0-9]{0,10}$/;

export function readSignedHeaders(headers: WebhookHeaders = {}): SignedHeaders {
  const read = headerReader(headers);
  return {
    signature: read('x-service-signature'),
    previous: read('x-service-signature-previous'),
    timestamp: read('x-service-timestamp'),
    eventType: read('x-service-event'),
  };
}

/** Reads a header by its lowercase name, whatever case it came in. */
function headerReader(headers: WebhookHeaders): (name: string) => string {
  if (typeof headers.get === 'function') return (name) => (headers as Headers).get(name) ?? '';
  let values = headers as Record<string, unknown>;
  // Node's http lowercases all names. Names from other sources are lowercased here.
  if (!('x-service-signature' in values && 'x-service-timestamp' in values))
    values = Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  // A repeated header becomes a list joined by commas, which matches no accepted format.
  return (name) => String(values[name] ?? '');
}

/** The signatures of which one must match. While a secret is being replaced, the old one signs too. */
export function signaturesOf({ signature, previous }: SignedHeaders): string[] {
  if (signature === '') throw new WebhookVerificationError('missing_signature');
  return previous === '' ? [signature] : [signature, previous];
}

export function checkTimestamp(timestamp: string, nowSeconds: number, toleranceSeconds: number): string {
  if (timestamp === '') throw new WebhookVerificationError('missing_timestamp');
  if (!UNIX_SECONDS.test(timestamp)) throw new WebhookVerificationError('malformed_timestamp');
  const difference = Math.abs(Math.floor(nowSeconds) - Number(timestamp));
  if (difference <= toleranceSeconds) return timestamp;
  throw new WebhookVerificationError(
    'timestamp_out_of_tolerance',
    `${difference} s, more than ${toleranceSeconds}. Is the clock right?`,
  );
}
