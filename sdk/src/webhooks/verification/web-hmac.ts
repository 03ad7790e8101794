import type { Hmac } from './hmac.ts';
import { SIGNATURE_FORMAT } from './signed-headers.ts';

/** For edge runtimes, which have no node:crypto. */
export const webHmac: Hmac = {
  key(secret) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const imported = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, [
      'verify',
    ]);
    return {
      async matchesAny(prefix, body, signatures) {
        const key = await imported;
        const message = new Uint8Array(prefix.length + body.length);
        new TextEncoder().encodeInto(prefix, message);
        message.set(body, prefix.length);
        // crypto.subtle.verify compares in constant time.
        const results = signatures
          .filter((signature) => SIGNATURE_FORMAT.test(signature))
          .map((signature) => crypto.subtle.verify('HMAC', key, fromHex(signature.slice(7)), message));
        return (await Promise.all(results)).includes(true);
      },
    };
  },
};

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g)!, (digits) => Number(`0x${digits}`));
