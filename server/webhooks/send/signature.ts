import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** An endpoint's secret as the two kinds of signature take it, made ready once for many deliveries. */
export interface SigningKey {
  /** The text of the secret. */
  readonly service: KeyObject;
  /** The secret read as base64, as the libraries of Standard Webhooks do; 64 letters and digits are: 48 bytes. */
  readonly standardWebhooks: KeyObject;
}

export const createSigningKey = (secret: string): SigningKey => ({
  service: createSecretKey(secret, 'utf8'),
  standardWebhooks: createSecretKey(secret, 'base64'),
});

/** `sha256=` and the lowercase hex HMAC-SHA256 of timestamp, dot and body, under the text of the secret. */
export function serviceSignature(key: SigningKey, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', key.service).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * The signature of Standard Webhooks (standardwebhooks.com, specification 1.0): `v1,` and the base64 HMAC-SHA256 of id,
 * dot, timestamp, dot and body.
 */
export function standardWebhooksSignature(
  key: SigningKey,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string {
  const hmac = createHmac('sha256', key.standardWebhooks).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
