import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { ApiProblem } from '../../errors.ts';
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
  requireOneHost(req);
  if (req.headers.expect !== undefined && !CONTINUE.test(req.headers.expect))
    throw new ApiProblem('expectation_failed', `The Expect header is ${req.headers.expect}.`, {
      errors: [{ header: 'Expect', code: 'expectation_failed', detail: 'must be 100-continue' }],
    });
}

export const malformed = (detail: string): ApiProblem => new ApiProblem('malformed_request', detail);

/** RFC 9112, 3.2: with no Host header, or with several, two proxies can disagree about where a request goes. */
function requireOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter(
    (name, i) => i % 2 === 0 && name.length === 4 && /^host$/i.test(name),
  ).length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
  const detail = hosts === 0 ? 'is required in HTTP/1.1' : 'must be sent only once';
  throw new ApiProblem(
    'malformed_request',
    `The request has ${hosts} Host headers; it must have exactly one.`,
    {
      errors: [{ header: 'Host', code: 'malformed_request', detail }],
    },
  );
}
