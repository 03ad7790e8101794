import type { Hmac } from './hmac.ts';

/** For runtimes without node:crypto: the edge. */
export const webHmac: Hmac = {
  key(secret) {
    const imported = importKey(new TextEncoder().encode(secret), 'verify');
    return {
      async fits(prefix, body, digests) {
        const key = await imported;
        const message = concat(new TextEncoder().encode(prefix), body);
        // The comparison is left to the runtime: crypto.subtle.verify is what its makers keep constant in time.
        const verdicts = digests
          .filter(isHex)
          .map((digest) => crypto.subtle.verify('HMAC', key, fromHex(digest), message));
        return (await Promise.all(verdicts)).includes(true);
      },
    };
  },
};

export async function hmacSha256(secret: Uint8Array<ArrayBuffer>, message: string): Promise<Uint8Array> {
  const key = await importKey(secret, 'sign');
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message)));
}

function importKey(secret: Uint8Array<ArrayBuffer>, usage: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

const isHex = (text: string): boolean => /^[0-9a-f]*$/.test(text);

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, n) =>
    Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16),
  );
}
