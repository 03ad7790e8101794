import type { RequestHandler } from 'express';
import type { Operation } from '../contract.ts';

/** Where the policy and all deprecated operations are. */
const LINK = '</docs/deprecation>; rel="deprecation"; type="text/html"';

/** A step for an operation that is deprecated: every answer, a refusal too, tells since when and until when it goes on. */
export function deprecation({ deprecation: given }: Pick<Operation, 'deprecation'>): RequestHandler[] {
  if (!given) return [];
  const headers = new Map([
    ['Deprecation', toStructuredDate(given.at)], // RFC 9745
    ['Sunset', new Date(given.sunset).toUTCString()], // RFC 8594
    ['Link', LINK],
  ]);
  return [(_req, res, next) => void next(void res.setHeaders(headers))];
}

/** A date of structured fields (RFC 9651, 3.3.7): seconds since 1970 behind an `@`. */
const toStructuredDate = (day: string): string => `@${Date.parse(day) / 1000}`;
