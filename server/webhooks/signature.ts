import { createHmac } from 'node:crypto';

/** `sha256=` and the lowercase hex HMAC-SHA256 of timestamp, dot and body, under the text of the secret. */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}
