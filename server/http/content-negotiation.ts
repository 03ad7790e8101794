import type { Request, RequestHandler } from 'express';
import { basePath, contractOperations, type Operation } from '../base/contract.ts';
import { ApiProblem } from '../base/problems/api-problem.ts';

const JSON_TYPE = 'application/json';
/** Clients that derive Accept from the contract ask for this with a DELETE, which declares no other body. */
const PROBLEM_TYPE = 'application/problem+json';

/** Refuses with 406 before any work is done if the client accepts nothing that the operation returns. */
export function negotiate(operation: Operation): RequestHandler {
  const offered = offeredBy(operation);
  return (req, _res, next) => {
    requireAccepted(req, offered, operation);
    next();
  };
}

function offeredBy({ media, method }: Operation): readonly string[] {
  if (method === 'delete') return [JSON_TYPE, PROBLEM_TYPE];
  return media.length > 0 ? media : [JSON_TYPE];
}

/** The common values are settled without parsing. */
export function requireAccepted(req: Request, offered: readonly string[], operation: Operation): void {
  const accept = req.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === offered[0] || req.accepts([...offered])) return;
  throw notAcceptable(req, { header: 'Accept', what: 'operation', offered }, hintOf(operation));
}

/** Where a client finds the CSV that it asked a list for. */
function hintOf({ id }: Operation): string {
  const its = contractOperations.find(({ exportedList }) => exportedList === id);
  return its === undefined ? '' : ` CSV and NDJSON: GET ${basePath}${its.path}.`;
}

export interface Unacceptable {
  readonly header: 'Accept' | 'Accept-Encoding';
  /** What was asked for: `operation`. */
  readonly what: string;
  readonly offered: readonly string[];
}

export function notAcceptable(req: Request, { header, what, offered }: Unacceptable, hint = ''): ApiProblem {
  const list = offered.join(', ');
  const detail = `The ${header} header is ${req.get(header)}; this ${what} returns ${list}.${hint}`;
  const rule = offered.length === 1 ? `must include ${list}` : `must include one of ${list}`;
  return new ApiProblem('not_acceptable', detail, {
    errors: [{ header, code: 'not_acceptable', detail: rule }],
  });
}
