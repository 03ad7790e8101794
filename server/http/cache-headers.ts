import type { RequestHandler } from 'express';

/**
 * The default for every response: no cache may store it, since it belongs to one key and a list or an error can be
 * different a moment later. `Vary` is still sent, for caches that are configured to store responses anyway.
 */
export const NO_STORE_HEADERS = { 'Cache-Control': 'no-store', Vary: 'Accept, Authorization' } as const;

/** For a response with an ETag: its client may cache it, but must revalidate it before each use. */
export const REVALIDATED = 'private, no-cache';

export const cacheHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', NO_STORE_HEADERS['Cache-Control']);
  res.setHeader('Vary', NO_STORE_HEADERS.Vary);
  next();
};
