import type { ErrorRequestHandler, RequestHandler } from 'express';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { pathOf, requestContext } from '../http/request-context.ts';
import { errorPage } from './layout/error-page.tsx';
import { PanelError } from './panel-error.ts';
import { respond } from './respond.tsx';
import type { PanelDeps } from './route.ts';
import { visitorRequest } from './visitor-request.ts';

export const pageNotFound =
  (_deps: PanelDeps): RequestHandler =>
  () => {
    throw new PanelError(404, 'not_found');
  };

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
    // Its own texts may be what is wrong with the request.
    const visitor = visitorRequest(deps, req, res, { query: '', body: '' });
    await respond(res, visitor, errorPage(visitor, found, requestId));
  };
}

function toPanelError(error: unknown): PanelError {
  if (error instanceof PanelError) return error;
  if (isDatabaseUnavailable(error)) return new PanelError(503, 'unavailable');
  const { status } = error as { status?: unknown };
  if (status === 413) return new PanelError(413, 'too_large');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new PanelError(status === 408 ? 408 : 400, 'malformed');
  return new PanelError(500, 'unexpected');
}
