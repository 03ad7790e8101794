/**
 * Of every response, whoever sends it. No cache may store it, since it belongs to one key and a list or an error can be
 * different a moment later. `Vary` is still sent, for caches that are configured to store responses anyway. `nosniff`: a browser must
 * not take the JSON, CSV or text of a tenant for a page or a script.
 */
export const DEFAULT_HEADERS = {
  'Cache-Control': 'no-store',
  Vary: 'Accept, Authorization',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** For a response with an ETag: its client may cache it, but must revalidate it before each use. */
export const REVALIDATED = 'private, no-cache';
