import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** An endpoint's secret, prepared once for many deliveries. */
export interface SigningKey {
  /** For X-Service-Signature: the text of the secret. */
  readonly service: KeyObject;
  /** For webhook-signature: the secret decoded as base64, as Standard Webhooks' libraries do. 64 letters and digits decode. */
  readonly standardWebhooks: KeyObject;
}

export const createSigningKey = (secret: string): SigningKey => ({
  service: createSecretKey(secret, 'utf8'),
  standardWebhooks: createSecretKey(secret, 'base64'),
});

/** `sha256=` and the lowercase hex HMAC-SHA256 of timestamp, dot and body. */
export function serviceSignature(key: SigningKey, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', key.service).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/** `v1,` and the base64 HMAC-SHA256 of id, dot, timestamp, dot and body (standardwebhooks.com, specification 1.0). */
export function standardWebhooksSignature(
  key: SigningKey,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string {
  const hmac = createHmac('sha256', key.standardWebhooks).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
