import { bytesOf, readSignedHeaders, type WebhookDelivery } from './delivery.ts';
import type { WebhookEvent } from './events.ts';
import type { Hmac } from './hmac/hmac.ts';
import { createVerifier } from './verifier.ts';

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

export async function verifyWith(hmac: Hmac, options: VerifyOptions): Promise<WebhookEvent> {
  const { headers, body, secret, secrets = [secret as string], toleranceSeconds } = options;
  const verify = createVerifier(hmac, secrets, toleranceSeconds);
  return verify(readSignedHeaders(headers), bytesOf(body), options.now ?? Date.now() / 1000);
}
