import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Hmac } from './hmac.ts';

export const nodeHmac: Hmac = {
  key(secret) {
    // The key as bytes and the digest as text: a key as text and a digest as bytes are a fifth slower at 1 kB.
    const key = Buffer.from(secret);
    return {
      matchesAny(prefix, body, signatures) {
        const digest = createHmac('sha256', key).update(prefix).update(body).digest('hex');
        const expected = Buffer.from(`sha256=${digest}`);
        let matches = false;
        for (const signature of signatures) {
          const given = Buffer.from(signature);
          if (given.length === expected.length) matches = timingSafeEqual(given, expected) || matches;
        }
        return matches;
      },
    };
  },
};
