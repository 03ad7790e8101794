import { ConfigurationError } from '../../errors/tradepost-error.ts';
import { bytesOf, type WebhookDelivery } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import { readEvent } from './read-event.ts';
import {
  checkTimestamp,
  readSignedHeaders,
  SIGNATURE_FORMAT,
  type SignedHeaders,
  signaturesOf,
} from './signed-headers.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

// Long enough for clocks that differ, short enough that a recorded delivery is of little use. The contract says so.
export const TOLERANCE_SECONDS = 300;
/** Tradepost's secrets have 64 characters. Less than half of that is truncated or made up. */
export const MIN_SECRET_LENGTH = 32;

/** A delivery, and what to verify it with. */
export type VerifyOptions = WebhookDelivery & (WithSecret | WithSecrets) & VerifyTime;

export interface WithSecret {
  /** The endpoint's signing secret. */
  secret: string;
  /** Either `secret` or `secrets`. */
  secrets?: undefined;
}

export interface WithSecrets {
  /** Either `secret` or `secrets`. */
  secret?: undefined;
  /** Any of them may match. While a secret is being replaced, pass the new one and the old one. */
  secrets: readonly string[];
}

export interface VerifyTime {
  /** The time to compare the timestamp with, in Unix seconds. Defaults to the clock's. */
  now?: number | undefined;
  /** How far the timestamp may be from it, in either direction. Defaults to 300. */
  toleranceSeconds?: number | undefined;
}

/** HMAC-SHA256 of a runtime. Node's is synchronous, Web Crypto's asynchronous. */
export interface Hmac {
  /** A key from the text of a secret, used for many deliveries. */
  key(secret: string): HmacKey;
}

export interface HmacKey {
  /**
   * Whether one of the signatures is `sha256=` and the digest of `prefix` (ASCII) and `body` in lowercase hex. The time
   * it takes doesn't depend on how close a signature is.
   */
  matchesAny(prefix: string, body: Uint8Array, signatures: readonly string[]): boolean | Promise<boolean>;
}

export async function verifyWith(hmac: Hmac, options: VerifyOptions): Promise<WebhookEvent> {
  const { headers, body, secret, secrets = [secret as string], toleranceSeconds } = options;
  const verify = createVerifier(hmac, secrets, toleranceSeconds);
  return verify(readSignedHeaders(headers), bytesOf(body), options.now ?? Date.now() / 1000);
}

/** Returns the event or throws a WebhookVerificationError. Synchronous if the HMAC is. */
export type Verifier = (
  headers: SignedHeaders,
  bytes: Uint8Array,
  nowSeconds: number,
) => MaybePromise<WebhookEvent>;

/** Checks the secrets once. The verifier then checks each delivery. */
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
    // Every key is tried, so that the time doesn't tell which one matches.
    const matches = keys.map((key) => key.matchesAny(prefix, bytes, signatures));
    const eventOrThrow = (results: unknown[]): WebhookEvent => {
      if (results.includes(true)) return readEvent(bytes, headers.eventType);
      // Checked only after a mismatch: it takes time and says nothing about a signature that matches.
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
