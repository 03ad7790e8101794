import type { Request } from 'express';
import type { Operation } from '../contract.ts';

/** What a list can be answered as. */
export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';
const JSON_TYPE = 'application/json';

/** The media types of success that the contract declares for an operation, JSON first. */
export const offeredMediaTypes = ({ media }: Operation): readonly string[] =>
  media.length > 0 ? media : [JSON_TYPE];

/** What the client likes best of what the operation offers, or false. The common values are settled without parsing. */
export function preferredMediaType(req: Request, operation: Operation): string | false {
  const accept = req.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE) return JSON_TYPE;
  return req.accepts([...offeredMediaTypes(operation)]);
}
