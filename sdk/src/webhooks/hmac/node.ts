import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Hmac } from './hmac.ts';

export const nodeHmac: Hmac = {
  // A KeyObject would do no better: at 1 kB it made createHmac a sixth slower than the text.
  key: (secret) => ({
    fits(prefix, body, digests) {
      const expected = createHmac('sha256', secret).update(prefix).update(body).digest();
      let fits = false;
      for (const digest of digests) {
        // At a character that is no digit, Buffer ends.
        const given = Buffer.from(digest, 'hex');
        if (given.length === expected.length) fits = timingSafeEqual(given, expected) || fits;
      }
      return fits;
    },
  }),
};
