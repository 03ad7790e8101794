import type { RequestHandler, Response } from 'express';
import { CONSISTENCY_TOKEN, type Operation } from '../contract.ts';
import { readWalPosition } from '../db/replicas/read-wal-position.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import { callerOf, databaseOf, requestContext } from './request-context.ts';

/** Middleware for an operation that writes: its response tells where the write is. Without replicas nobody needs to know. */
export function tellConsistencyToken(operation: Operation, replicas: Replicas | undefined): RequestHandler[] {
  if (!replicas || !operation.returnsConsistencyToken) return [];
  return [
    (_req, res, next) => {
      if (replicas.tellsPositions)
        requestContext(res).onCommit = (position) => {
          replicas.wrote(callerOf(res).tenantId, position);
          res.setHeader(CONSISTENCY_TOKEN, position);
        };
      next();
    },
  ];
}

/** For a response that was stored by an earlier request, whose client may not have got its token. */
export async function tellPresentPosition(res: Response): Promise<void> {
  const { onCommit } = requestContext(res);
  if (!onCommit) return;
  // A database that has become read-only can still repeat what it answered.
  const position = await readWalPosition(databaseOf(res)).catch(() => undefined);
  if (position) onCommit(position);
}
