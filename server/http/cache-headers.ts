import type { RequestHandler } from 'express';

/**
 * No cache may keep an answer unless its operation says otherwise: it belongs to one key, and a list or an error can be
 * another one a moment later. What an answer depends on is told all the same, for caches that were told to keep it.
 */
export const NO_STORE_HEADERS = { 'Cache-Control': 'no-store', Vary: 'Accept, Authorization' } as const;

/** For what has an ETag: its own client may keep it, and asks each time whether it is still the present version. */
export const REVALIDATED = 'private, no-cache';

export const cacheHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', NO_STORE_HEADERS['Cache-Control']);
  res.setHeader('Vary', NO_STORE_HEADERS.Vary);
  next();
};
