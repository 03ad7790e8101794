import { ConfigurationError } from '../errors/configuration-error.ts';
import type { SignedHeaders } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import type { Hmac } from './hmac/hmac.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import { readEvent } from './read-event.ts';
import { checkTimestamp, SIGNATURE, signaturesOf } from './signed-headers.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

// Long enough for clocks that differ, short enough that a recorded delivery is of little use. The contract says so.
const TOLERANCE_SECONDS = 300;
/** A registration's has 64 characters; less than half is a piece of one, or made up. */
export const SHORTEST_SECRET = 32;

/** The event of a delivery, or a WebhookVerificationError. Where the HMAC is there at once, so is the event. */
export type Verify = (
  headers: SignedHeaders,
  bytes: Uint8Array,
  nowSeconds: number,
) => MaybePromise<WebhookEvent>;

/** Tells whether Tradepost sent a delivery, by secrets that are checked once. */
export function createVerify(
  hmac: Hmac,
  secrets: readonly string[],
  toleranceSeconds = TOLERANCE_SECONDS,
): Verify {
  const keys = checkSecrets(secrets).map((secret) => hmac.key(secret));
  if (!(toleranceSeconds >= 0)) throw new ConfigurationError('toleranceSeconds is not 0 or more.');
  return (headers, bytes, nowSeconds) => {
    const signatures = signaturesOf(headers);
    const prefix = `${checkTimestamp(headers.timestamp, nowSeconds, toleranceSeconds)}.`;
    // All are tried, whichever fits: the time it takes does not tell which.
    const fits = keys.map((key) => key.fits(prefix, bytes, signatures));
    const eventIf = (verdicts: unknown[]): WebhookEvent => {
      if (verdicts.includes(true)) return readEvent(bytes, headers.kind);
      // Not looked at before: it takes time of each delivery, and tells nothing of one that fits.
      const wellFormed = SIGNATURE.test(headers.signature);
      throw new WebhookVerificationError(wellFormed ? 'signature_mismatch' : 'malformed_signature');
    };
    return isPromise(fits[0]) ? Promise.all(fits).then(eventIf) : eventIf(fits);
  };
}

function checkSecrets(secrets: readonly string[]): readonly string[] {
  const good = (text: unknown) => typeof text === 'string' && text.length >= SHORTEST_SECRET;
  if (secrets?.length > 0 && [...secrets].every(good)) return secrets;
  throw new ConfigurationError(
    `A secret is missing or under ${SHORTEST_SECRET} characters. Pass the 64 that the panel shows.`,
  );
}
