import type { ErrorRequestHandler } from 'express';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { OutcomeUnknownError } from '../../db/pool/outcome-unknown-error.ts';
import { isDatabaseUnavailable } from '../../db/pool/unavailable.ts';
import { pathOf, requestContext } from '../../http/request-context.ts';
import { PanelError } from '../kit/panel-error.ts';
import type { PanelDeps } from '../request/route.ts';
import { visitorRequest } from '../request/visitor-request.ts';
import { errorPage } from './error-page.tsx';
import { respond } from './respond.tsx';

/** Shows any error as a page. Of an unexpected one the visitor sees only the request's id. */
export function handleErrors(deps: PanelDeps): ErrorRequestHandler {
  return async (error: unknown, req, res, _next) => {
    const found = toPanelError(error);
    const { requestId } = requestContext(res);
    if (found.status >= 500)
      deps.log.error(
        { request_id: requestId, method: req.method, path: pathOf(req), err: error },
        'panel request failed',
      );
    if (res.headersSent) return void res.destroy();
    if (found.retryAfterSeconds !== undefined) res.setHeader('Retry-After', found.retryAfterSeconds);
    // Its own texts may be what is wrong with the request.
    const visitor = visitorRequest(deps, req, res, { query: '', body: '' });
    await respond(res, visitor, errorPage(visitor, found, requestId));
  };
}

/** A database that is away is back, or replaced, within seconds more often than not. */
const RETRY = { retryAfterSeconds: 5 };

function toPanelError(error: unknown): PanelError {
  if (error instanceof PanelError) return error;
  // From the shares of the connections and of the pages: the user's own are used up, or everybody's.
  if (error instanceof ApiProblem && error.status === 429) return new PanelError(429, 'too_many', RETRY);
  if (error instanceof ApiProblem && error.status === 503) return new PanelError(503, 'unavailable', RETRY);
  if (error instanceof OutcomeUnknownError) return new PanelError(503, 'outcome_unknown', RETRY);
  if (isDatabaseUnavailable(error)) return new PanelError(503, 'unavailable', RETRY);
  const { status } = error as { status?: unknown };
  if (status === 413) return new PanelError(413, 'too_large');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new PanelError(status === 408 ? 408 : 400, 'malformed');
  return new PanelError(500, 'unexpected');
}
