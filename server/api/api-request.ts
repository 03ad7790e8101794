import type { Request, Response } from 'express';
import { CONSISTENCY_TOKEN, type Operation, type OperationId } from '../base/contract.ts';
import type { OnClosed } from '../base/counters/fair-semaphore.ts';
import type { Querier } from '../db/querier.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import { onClosed } from '../http/connection/on-closed.ts';
import { callerOf, databaseOf, requestContext } from '../http/request-context.ts';
import type { ApiRequest } from '../trade/resources/handler.ts';
import { endsAtLowWatermark, type ListQuery } from '../trade/resources/listing.ts';

/** What a handler sees of a request that passed validation. */
export function toApiRequest(req: Request, res: Response): ApiRequest<OperationId> {
  return {
    caller: callerOf(res),
    compute: requestContext(res).compute,
    path: req.params,
    query: req.query,
    body: req.body,
    ifMatch: req.get('If-Match'),
    ifNoneMatch: req.get('If-None-Match'),
    requestId: requestContext(res).requestId,
  } as unknown as ApiRequest<OperationId>;
}

/** Runs work that only reads. It may run twice: on a replica that fails, and then on the primary. */
export type ReadRows = <T>(req: Request, res: Response, work: (db: Querier) => Promise<T>) => Promise<T>;

const onPrimary: ReadRows = (_req, res, work) => work(databaseOf(res));

/** How an operation reads: on a replica if it may and there is one that has what the client must see. */
export function rowsReader(operation: Operation, replicas: Replicas | undefined): ReadRows {
  if (!replicas || !operation.takesConsistencyToken) return onPrimary;
  return (req, res, work) => {
    const { tenantId } = callerOf(res);
    const whenClosed: OnClosed = (callback) => onClosed(req, res, callback);
    const complete = endsAtLowWatermark(req.query as ListQuery);
    return replicas.read(
      { tenantId, token: req.get(CONSISTENCY_TOKEN), complete },
      (replica) => replica.read(tenantId, whenClosed, work),
      () => onPrimary(req, res, work),
    );
  };
}
