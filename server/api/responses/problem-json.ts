import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Operation } from '../../base/contract.ts';
import { ApiProblem, type ProblemCode } from '../../base/problems/api-problem.ts';
import { OutcomeUnknownError } from '../../db/pool/outcome-unknown-error.ts';
import { isDatabaseUnavailable } from '../../db/pool/unavailable.ts';
import { problemOfViolation } from '../../db/sql/violations.ts';
import { MAX_BODY_BYTES } from '../../http/body/read-body.ts';
import { pathOf, requestContext } from '../../http/request-context.ts';
import type { OnProblem } from './record-refusal.ts';
import { sendBody } from './send-response.ts';

/** A restarted database takes at least this long until it accepts connections. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Sends any error as application/problem+json. Of an unexpected error the client only sees the request id. `onSent` is
 * called with each problem that was sent.
 */
export function problemJson(log: Logger, onSent: OnProblem): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const problem = toProblem(error, requestContext(res).operation);
    requestContext(res).problemCode = problem.code;
    if (problem.status >= 500) logError(log, req, res, error);
    if (res.headersSent) return void res.destroy();
    const sent = send(req, res, problem);
    onSent(req, res, problem);
    return sent;
  };
}

function toProblem(error: unknown, operation: Operation | undefined): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return problemOfViolation(error) ?? unexpectedErrorProblem(error, operation);
}

function unexpectedErrorProblem(error: unknown, operation: Operation | undefined): ApiProblem {
  if (!isDatabaseUnavailable(error))
    return new ApiProblem('internal_error', "The request couldn't be carried out. Nothing was written.");
  // A read of the feed commits, too: it gives out positions, which no client has to know of.
  if (error instanceof OutcomeUnknownError && operation?.writes)
    return retryable(
      'outcome_unknown',
      `The connection to the database broke while the request was being committed. Repeat it in ${RETRY_AFTER_SECONDS} seconds, a POST with the same Idempotency-Key.`,
    );
  return retryable(
    'service_unavailable',
    `The database isn't available at the moment. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
  );
}

const retryable = (code: ProblemCode, detail: string): ApiProblem =>
  new ApiProblem(code, detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });

function send(req: Request, res: Response, problem: ApiProblem): void | Promise<void> {
  const text = JSON.stringify(problem.body(requestContext(res).requestId));
  res.statusCode = problem.status;
  for (const [name, value] of Object.entries(problem.options.headers ?? {})) res.setHeader(name, value);
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  // Otherwise the next request on this connection would wait for the rest of a large body that nobody reads.
  if (!req.readableEnded && Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    res.setHeader('Connection', 'close');
  return sendBody(res, { text, encoding: 'utf8', length: Buffer.byteLength(text) });
}

function logError(log: Logger, req: Request, res: Response, error: unknown): void {
  log.error(
    { request_id: requestContext(res).requestId, method: req.method, path: pathOf(req), err: error },
    'request failed',
  );
}
