import type { SignedHeaders } from './delivery.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

const PREFIX = 'sha256=';
const DIGEST_LENGTH = 64;
// Digits only, and not so many that they are milliseconds: Number() would let "1e9", "0x10" and blanks through.
const UNIX_SECONDS = /^[1-9][0-9]{0,10}$/;

/**
 * The digests of which one has to fit. While a secret is being replaced the old one signs as well, beside the new
 * one, so that whoever has either of them is served. That their digits are digits is left to the comparison: a regular
 * expression over 64 characters takes as long as all other checks together.
 */
export function checkSignature({ signature, previousSignature }: SignedHeaders): string[] {
  if (signature === '') throw new WebhookVerificationError('missing_signature');
  const digest = digestOf(signature);
  if (digest === undefined) throw new WebhookVerificationError('malformed_signature');
  const previous = digestOf(previousSignature);
  return previous === undefined ? [digest] : [digest, previous];
}

/** Why none fitted. */
export function misfit({ signature }: SignedHeaders): WebhookVerificationError {
  const wellFormed = /^sha256=[0-9a-f]{64}$/.test(signature);
  return new WebhookVerificationError(wellFormed ? 'signature_mismatch' : 'malformed_signature');
}

export function checkTimestamp(timestamp: string, nowSeconds: number, toleranceSeconds: number): string {
  if (timestamp === '') throw new WebhookVerificationError('missing_timestamp');
  if (!UNIX_SECONDS.test(timestamp)) throw new WebhookVerificationError('malformed_timestamp');
  const apart = Math.abs(nowSeconds - Number(timestamp));
  if (apart <= toleranceSeconds) return timestamp;
  throw new WebhookVerificationError(
    'timestamp_out_of_tolerance',
    ` They are ${apart} s apart; ${toleranceSeconds} s are allowed.`,
  );
}

function digestOf(signature: string): string | undefined {
  if (signature.length !== PREFIX.length + DIGEST_LENGTH || !signature.startsWith(PREFIX)) return undefined;
  return signature === signature.toLowerCase() ? signature.slice(PREFIX.length) : undefined;
}
