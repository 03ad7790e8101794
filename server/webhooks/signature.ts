import { createHmac } from 'node:crypto';

/** `sha256=` and the lowercase hex HMAC-SHA256 of timestamp, dot and body, under the text of the secret. */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * The signature of Standard Webhooks (standardwebhooks.com, specification 1.0): `v1,` and the base64 HMAC-SHA256 of id,
 * dot, timestamp, dot and body. Its libraries take the secret as base64, and 64 letters and digits are: 48 bytes.
 */
export function standardSignatureOf(
  secret: string,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string {
  const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
