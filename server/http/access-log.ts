import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { onClosed } from './connection/on-closed.ts';
import { isProbe, requestContext } from './request-context.ts';

/** Logs one line per request with the operation's id, never the path or the query: both can contain private data. */
export function accessLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const level = isProbe(req.path) ? 'debug' : 'info';
    onClosed(req, res, () => {
      const { requestId, traceparent, startedAt, operation, panelRoute, problemCode, ...context } =
        requestContext(res);
      const caller = context.caller ?? context.refusedKey;
      log[level](
        {
          request_id: requestId,
          traceparent,
          method: req.method,
          operation: operation?.id,
          panel_route: panelRoute,
          // Not decided yet if the client left first. What it asked for may still be done.
          status: res.headersSent ? res.statusCode : undefined,
          problem_code: problemCode,
          completed: res.writableFinished,
          duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
          tenant_id: caller?.tenantId,
          key: caller?.keyPrefix,
        },
        'request',
      );
    });
    next();
  };
}
