import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/**
 * Compresses what a client asks for compressed, on threads of its own. Of orders, level 1 of gzip takes 172 MB per second of processor
 * time and leaves a fifth of the bytes; the default, 6, takes 53 and leaves a sixth. Brotli's 1 is like gzip's; the smaller window
 * keeps its memory below 1 MB a stream.
 */
const LEVELS = {
  level: 1,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } },
};
/** What is shorter fits into one packet anyway, with its headers. */
const THRESHOLD_BYTES = 1_024;

/**
 * An ETag of ours is strong, because If-Match needs one that is, and a strong one names the bytes (RFC 9110, 8.8.3): what has one is
 * sent as it is. That is a single row, of some kB. Lists, reports, exports and results of batches have none.
 *
 * BREACH measures a secret by what an attacker adds to the same response. A response of the API holds no secret, and no browser sends
 * the key by itself. The panel, which has both, leaves out its pages with secrets.
 */
export const compress: RequestHandler = compression({
  ...LEVELS,
  threshold: THRESHOLD_BYTES,
  filter: (_req, res) => !res.hasHeader('ETag'),
});
