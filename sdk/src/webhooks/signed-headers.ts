import type { SignedHeaders } from './delivery.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

export const SIGNATURE_FORMAT = /^sha256=[0-9a-f]{64}$/;
// Digits only, and not so many that they are milliseconds: Number() would let "1e9", "0x10" and blanks through.
const UNIX_SECONDS = /^[1-9][0-9]{0,10}$/;

/** Those of which one has to fit: while a secret is being replaced the old one signs as well, beside the new one. */
export function signaturesOf({ signature, previous }: SignedHeaders): string[] {
  if (signature === '') throw new WebhookVerificationError('missing_signature');
  return previous === '' ? [signature] : [signature, previous];
}

export function checkTimestamp(timestamp: string, nowSeconds: number, toleranceSeconds: number): string {
  if (timestamp === '') throw new WebhookVerificationError('missing_timestamp');
  if (!UNIX_SECONDS.test(timestamp)) throw new WebhookVerificationError('malformed_timestamp');
  const differenceSeconds = Math.abs(Math.floor(nowSeconds) - Number(timestamp));
  if (differenceSeconds <= toleranceSeconds) return timestamp;
  throw new WebhookVerificationError(
    'timestamp_out_of_tolerance',
    `${differenceSeconds} s, more than ${toleranceSeconds}. Is the clock right?`,
  );
}
