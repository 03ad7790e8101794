import { checkOption, fail } from './check-option.ts';
import { bytesOf, type WebhookDelivery } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import type { Hmac } from './hmac.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import { readEvent } from './read-event.ts';
import { readKeys, type WebhookSecrets } from './secrets.ts';
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

/** A delivery, and what to verify it with. */
export type VerifyOptions = WebhookDelivery & (WithSecret | WithSecrets) & VerifyTenant & VerifyTime;

export interface WithSecret {
  /** The endpoint's signing secret. */
  secret: string;
  /** Either `secret` or `secrets`. */
  secrets?: undefined;
}

export interface WithSecrets {
  /** Either `secret` or `secrets`. */
  secret?: undefined;
  /**
   * Any of them may match. While a secret is being replaced, pass the new one and the old one. By tenant, those of the
   * event's tenant: `{ 42: [secret], 43: [new, old] }`.
   */
  secrets: WebhookSecrets;
}

export interface VerifyTenant {
  /** The tenant that the secrets belong to. An event of another one is refused. */
  tenantId?: number | undefined;
}

export interface VerifyTime {
  /** The time to compare the timestamp with, in Unix seconds. Defaults to the clock's. */
  now?: number | undefined;
  /** How far the timestamp may be from it, in either direction. Defaults to 300. */
  toleranceSeconds?: number | undefined;
}

// `method` may come along with headers and body.
const OPTIONS = 'body,headers,method,secret,secrets,tenantId,now,toleranceSeconds';

export async function verifyWith(hmac: Hmac, options: VerifyOptions): Promise<WebhookEvent> {
  for (const name of Object.keys(options))
    if (!OPTIONS.split(',').includes(name)) fail(`There is no option ${name}. There are ${OPTIONS}.`);
  const { headers, body, secret, secrets = [secret as string], now } = options;
  const verify = createVerifier(hmac, { ...options, secrets });
  return verify(readSignedHeaders(headers), bytesOf(body), now ?? Date.now() / 1000);
}

/** Returns the event or throws a WebhookVerificationError. Synchronous if the HMAC is. */
export type Verifier = (
  headers: SignedHeaders,
  bytes: Uint8Array,
  nowSeconds: number,
) => MaybePromise<WebhookEvent>;

interface VerifierOptions extends VerifyTenant, Pick<VerifyTime, 'toleranceSeconds'> {
  secrets: WebhookSecrets;
}

/** Checks the secrets once. The verifier then checks each delivery. */
export function createVerifier(
  hmac: Hmac,
  { secrets, tenantId, toleranceSeconds = TOLERANCE_SECONDS }: VerifierOptions,
): Verifier {
  const keysOf = readKeys(hmac, secrets);
  checkOption('toleranceSeconds', toleranceSeconds);
  if (tenantId !== undefined) checkOption('tenantId', tenantId);
  return (headers, bytes, nowSeconds) => {
    const signatures = signaturesOf(headers);
    const prefix = `${checkTimestamp(headers.timestamp, nowSeconds, toleranceSeconds)}.`;
    // Every key is tried, so that the time doesn't tell which one matches.
    const matches = keysOf(bytes).map((key) => key.matchesAny(prefix, bytes, signatures));
    const eventOrThrow = (results: unknown[]): WebhookEvent => {
      if (results.includes(true)) return readEvent(bytes, headers.eventType, tenantId);
      // Checked only after a mismatch: it takes time and says nothing about a signature that matches.
      const wellFormed = SIGNATURE_FORMAT.test(headers.signature);
      throw new WebhookVerificationError(wellFormed ? 'signature_mismatch' : 'malformed_signature');
    };
    return isPromise(matches[0]) ? Promise.all(matches).then(eventOrThrow) : eventOrThrow(matches);
  };
}
