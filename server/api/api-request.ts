import type { Request, Response } from 'express';
import type { OperationId } from '../base/contract.ts';
import { callerOf, requestContext } from '../http/request-context.ts';
import type { ApiRequest } from '../trade/resources/handler.ts';

/** What a handler sees of a request that passed validation. */
export function toApiRequest(req: Request, res: Response): ApiRequest<OperationId> {
  return {
    caller: callerOf(res),
    path: req.params,
    query: req.query,
    body: req.body,
    ifMatch: req.get('If-Match'),
    ifNoneMatch: req.get('If-None-Match'),
    requestId: requestContext(res).requestId,
  } as unknown as ApiRequest<OperationId>;
}
