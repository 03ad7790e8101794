import type { RequestHandler } from 'express';
import type { Operation } from '../../base/contract.ts';

/** The page with the deprecation policy and the list of deprecated operations. */
const LINK = '</docs/deprecation>; rel="deprecation"; type="text/html"';

/**
 * Middleware for a deprecated operation: every response, including an error, says since when and when it is removed.
 */
export function deprecation({ deprecation: given }: Pick<Operation, 'deprecation'>): RequestHandler[] {
  if (!given) return [];
  const headers = new Map([
    ['Deprecation', toStructuredDate(given.at)], // RFC 9745
    ['Sunset', new Date(given.sunset).toUTCString()], // RFC 8594
    ['Link', LINK],
  ]);
  return [(_req, res, next) => void next(void res.setHeaders(headers))];
}

/** A Date of structured fields (RFC 9651, 3.3.7): `@` and the seconds since 1970. */
const toStructuredDate = (day: string): string => `@${Date.parse(day) / 1000}`;
