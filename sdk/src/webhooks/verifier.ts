import { ConfigurationError } from '../errors/configuration-error.ts';
import type { SignedHeaders } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import type { Hmac } from './hmac/hmac.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import { readEvent } from './read-event.ts';
import { checkTimestamp, SIGNATURE_FORMAT, signaturesOf } from './signed-headers.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

// Long enough for clocks that differ, short enough that a recorded delivery is of little use. The contract says so.
const TOLERANCE_SECONDS = 300;
/** A registration's has 64 characters; less than half is a piece of one, or made up. */
export const MIN_SECRET_LENGTH = 32;

/** The event of a delivery, or a WebhookVerificationError. Where the HMAC is there at once, so is the event. */
export type Verifier = (
  headers: SignedHeaders,
  bytes: Uint8Array,
  nowSeconds: number,
) => MaybePromise<WebhookEvent>;

/** Tells whether Tradepost sent a delivery, by secrets that are checked once. */
export function createVerifier(
  hmac: Hmac,
  secrets: readonly string[],
  toleranceSeconds = TOLERANCE_SECONDS,
): Verifier {
  const keys = checkSecrets(secrets).map((secret) => hmac.key(secret));
  if (!(toleranceSeconds >= 0)) throw new ConfigurationError('toleranceSeconds is not 0 or more.');
  return (headers, bytes, nowSeconds) => {
    const signatures = signaturesOf(headers);
    const prefix = `${checkTimestamp(headers.timestamp, nowSeconds, toleranceSeconds)}.`;
    // All are tried, whichever fits: the time it takes does not tell which.
    const matches = keys.map((key) => key.matchesAny(prefix, bytes, signatures));
    const eventOrThrow = (results: unknown[]): WebhookEvent => {
      if (results.includes(true)) return readEvent(bytes, headers.eventType);
      // Not looked at before: it takes time of each delivery, and tells nothing of one that fits.
      const wellFormed = SIGNATURE_FORMAT.test(headers.signature);
      throw new WebhookVerificationError(wellFormed ? 'signature_mismatch' : 'malformed_signature');
    };
    return isPromise(matches[0]) ? Promise.all(matches).then(eventOrThrow) : eventOrThrow(matches);
  };
}

function checkSecrets(secrets: readonly string[]): readonly string[] {
  const isValid = (text: unknown) => typeof text === 'string' && text.length >= MIN_SECRET_LENGTH;
  if (secrets?.length > 0 && [...secrets].every(isValid)) return secrets;
  throw new ConfigurationError(
    `A secret is missing or under ${MIN_SECRET_LENGTH} characters. Pass the 64 that the panel shows.`,
  );
}
