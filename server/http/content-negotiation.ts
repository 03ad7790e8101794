import type { Request, RequestHandler } from 'express';
import type { Operation } from '../contract.ts';
import { ApiProblem } from '../errors.ts';
import { requestContext } from './request-context.ts';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';
const JSON_TYPE = 'application/json';
/** Clients that derive Accept from the contract ask for this with a DELETE, which declares no other body. */
const PROBLEM_TYPE = 'application/problem+json';

/** Chooses the media type of the response, or refuses with 406 before any work is done. */
export function negotiate(operation: Operation): RequestHandler {
  const offered = offeredBy(operation);
  return (req, res, next) => {
    const mediaType = preferredMediaType(req, offered);
    if (mediaType === false) throw notAcceptable(req, { header: 'Accept', what: 'operation', offered });
    requestContext(res).mediaType = mediaType;
    next();
  };
}

function offeredBy({ media, method }: Operation): readonly string[] {
  if (method === 'delete') return [JSON_TYPE, PROBLEM_TYPE];
  return media.length > 0 ? media : [JSON_TYPE];
}

/** What the client prefers among the offered types, or false. The common values are settled without parsing. */
function preferredMediaType(req: Request, offered: readonly string[]): string | false {
  const accept = req.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE) return JSON_TYPE;
  return req.accepts([...offered]);
}

export interface Unacceptable {
  readonly header: 'Accept' | 'Accept-Encoding';
  /** What was asked for: `operation`. */
  readonly what: string;
  readonly offered: readonly string[];
}

export function notAcceptable(req: Request, { header, what, offered }: Unacceptable): ApiProblem {
  const list = offered.join(', ');
  const detail = `The ${header} header is ${req.get(header)}; this ${what} returns ${list}.`;
  const rule = offered.length === 1 ? `must include ${list}` : `must include one of ${list}`;
  return new ApiProblem('not_acceptable', detail, {
    errors: [{ header, code: 'not_acceptable', detail: rule }],
  });
}
