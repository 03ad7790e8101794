import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { isPath } from './request-target.ts';

const CONTINUE = /^100-continue$/i;

/** Refuses what HTTP forbids but Node's parser accepts, with a problem and a line in the log like any other request. */
export const requireWellFormed: RequestHandler = (req, res, next) => {
  try {
    checkRequest(req);
  } catch (error) {
    // After a malformed request we can't trust where the next one on this connection begins.
    res.setHeader('Connection', 'close');
    throw error;
  }
  next();
};

function checkRequest(req: Request): void {
  if (!isPath(req.originalUrl)) throw malformed('The request target is neither a path nor an http URL.');
  requireOneOfEach(req);
  if (req.headers.expect !== undefined && !CONTINUE.test(req.headers.expect))
    throw new ApiProblem('expectation_failed', `The Expect header is ${req.headers.expect}.`, {
      errors: [{ header: 'Expect', code: 'expectation_failed', detail: 'must be 100-continue' }],
    });
}

export const malformed = (detail: string): ApiProblem => new ApiProblem('malformed_request', detail);

/**
 * Of several, Node keeps the first and drops the others without a word. A proxy or a log that goes by the last one sees another host
 * (RFC 9112, 3.2), another key or another kind of body. Node's parser refuses a second Content-Length. Any other header it joins by
 * commas: If-Match and Accept are lists, and the contract's other headers don't allow a comma followed by a space.
 */
const ONCE = new Map(['Host', 'Authorization', 'Content-Type'].map((name) => [name.toLowerCase(), name]));
const LENGTHS = new Set([...ONCE.keys()].map(({ length }) => length));

function requireOneOfEach({ rawHeaders, httpVersion }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!LENGTHS.has(name.length)) continue;
    const lower = name.toLowerCase();
    if (!ONCE.has(lower)) continue;
    if (seen.has(lower)) throw wrongHeader(ONCE.get(lower)!, 'must be sent only once');
    seen.add(lower);
  }
  if (!seen.has('host') && httpVersion !== '1.0') throw wrongHeader('Host', 'is required in HTTP/1.1');
}

const wrongHeader = (header: string, detail: string): ApiProblem =>
  new ApiProblem('malformed_request', `The header ${header} ${detail}.`, {
    errors: [{ header, code: 'malformed_request', detail }],
  });
