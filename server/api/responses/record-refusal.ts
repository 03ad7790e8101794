import type { Request, Response } from 'express';
import { visiblePath, visiblePlaces } from '../../accounts/request-log/client-text.ts';
import type { RefusedRequestWriter } from '../../accounts/request-log/writer.ts';
import type { ApiProblem } from '../../base/problems/api-problem.ts';
import { pathOf, requestContext } from '../../http/request-context.ts';

export type OnProblem = (req: Request, res: Response, problem: ApiProblem) => void;

/**
 * Records the problem that a request was answered with, for the tenant's staff. A request without a key, or with an unknown
 * one, has no tenant to show it to.
 */
export function recordRefusal(writer: RefusedRequestWriter): OnProblem {
  return (req, res, problem) => {
    const { requestId, startedAt, operation, caller, refusedKey } = requestContext(res);
    const key = caller ?? refusedKey;
    // A client that is gone got no response, and no request id to search for.
    if (!key || req.socket.destroyed) return;
    const { code, status, options } = problem;
    const issues = options.errors ?? [];
    writer.record(key.tenantId, code, () => ({
      tenantId: key.tenantId,
      requestId,
      apiKeyId: key.apiKeyId,
      keyPrefix: key.keyPrefix,
      method: req.method,
      path: visiblePath(pathOf(req)),
      operation: operation?.id ?? null,
      status,
      code,
      places: visiblePlaces(issues),
      issueCount: issues.length,
      durationMs: Math.round(performance.now() - startedAt),
    }));
  };
}
