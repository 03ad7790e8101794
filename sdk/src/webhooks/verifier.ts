import { ConfigurationError } from '../errors/configuration-error.ts';
import type { SignedHeaders } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import type { Hmac, HmacKey } from './hmac/hmac.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import { readEvent } from './read-event.ts';
import { checkSignature, checkTimestamp, misfit } from './signed-headers.ts';

// Long enough for clocks that differ, short enough that a recorded delivery is of little use. The contract says so.
const TOLERANCE_SECONDS = 300;
/** A registration's has 64 characters; less than half is a piece of one, or made up. */
export const SHORTEST_SECRET = 32;

/** Tells whether Tradepost sent a delivery, by secrets that were checked once. */
export class Verifier {
  readonly #keys: HmacKey[];
  readonly #toleranceSeconds: number;

  constructor(hmac: Hmac, secrets: readonly string[], toleranceSeconds = TOLERANCE_SECONDS) {
    this.#keys = checkSecrets(secrets).map((secret) => hmac.key(secret));
    if (!(toleranceSeconds >= 0)) {
      throw new ConfigurationError('toleranceSeconds is not a number of seconds, 0 or more.');
    }
    this.#toleranceSeconds = toleranceSeconds;
  }

  /** The event, or a WebhookVerificationError. Where the HMAC is there at once, so is the event. */
  event(headers: SignedHeaders, bytes: Uint8Array, nowSeconds: number): MaybePromise<WebhookEvent> {
    const fits = this.#fits(headers, bytes, nowSeconds);
    return isPromise(fits)
      ? fits.then((late) => eventIf(late, headers, bytes))
      : eventIf(fits, headers, bytes);
  }

  async signature(headers: SignedHeaders, bytes: Uint8Array, nowSeconds: number): Promise<void> {
    if (!(await this.#fits(headers, bytes, nowSeconds))) throw misfit(headers);
  }

  /** All are tried, whichever fits: the time it takes does not tell which. */
  #fits(headers: SignedHeaders, bytes: Uint8Array, nowSeconds: number): MaybePromise<boolean> {
    const digests = checkSignature(headers);
    const prefix = `${checkTimestamp(headers.timestamp, nowSeconds, this.#toleranceSeconds)}.`;
    const verdicts = this.#keys.map((key) => key.fits(prefix, bytes, digests));
    return isPromise(verdicts[0])
      ? Promise.all(verdicts).then((late) => late.includes(true))
      : verdicts.includes(true);
  }
}

function eventIf(fits: boolean, headers: SignedHeaders, bytes: Uint8Array): WebhookEvent {
  if (fits) return readEvent(bytes, headers.kind);
  throw misfit(headers);
}

function checkSecrets(secrets: readonly string[]): readonly string[] {
  const good = (text: unknown) => typeof text === 'string' && text.length >= SHORTEST_SECRET;
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(good)) return secrets;
  throw new ConfigurationError(
    `A webhook secret is missing or has under ${SHORTEST_SECRET} characters. Pass the 64 that the panel shows.`,
  );
}
