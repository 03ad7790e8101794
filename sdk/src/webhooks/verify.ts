import { ConfigurationError } from '../errors/configuration-error.ts';
import { bytesOf, signedHeadersOf, type WebhookDelivery } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import type { Hmac } from './hmac/hmac.ts';
import { Verifier } from './verifier.ts';

export type VerifyOptions = WebhookDelivery &
  (
    | { secret: string; secrets?: undefined }
    /** Any of which may fit: while a secret is replaced, the new one and the old one. */
    | { secret?: undefined; secrets: readonly string[] }
  ) & {
    /** The time to compare the timestamp with, in Unix seconds. The clock's unless set. */
    now?: number;
    /** By how much the timestamp may differ from it, both ways. 300 unless set. */
    toleranceSeconds?: number;
  };

export async function verifyBy(hmac: Hmac, options: VerifyOptions): Promise<WebhookEvent> {
  return verifierOf(hmac, options).event(signedHeadersOf(options), bytesOf(options.body), nowOf(options));
}

export async function verifySignatureBy(hmac: Hmac, options: VerifyOptions): Promise<void> {
  return verifierOf(hmac, options).signature(signedHeadersOf(options), bytesOf(options.body), nowOf(options));
}

function verifierOf(hmac: Hmac, { secret, secrets = [secret as string], toleranceSeconds }: VerifyOptions) {
  return new Verifier(hmac, secrets, toleranceSeconds);
}

function nowOf({ now = Math.floor(Date.now() / 1000) }: VerifyOptions): number {
  if (Number.isFinite(now)) return now;
  throw new ConfigurationError('now is not a number of Unix seconds.');
}
