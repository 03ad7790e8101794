// The one place that needs Node's crypto, so that another runtime needs another form of this file alone.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `hex` is the HMAC-SHA256 of the parts under the text of `secret`. How long it takes does not tell how near it is. */
export function hmacFits(secret: string, parts: (string | Uint8Array)[], hex: string): boolean {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  const given = Buffer.from(hex, 'hex');
  const expected = hmac.digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
