import type { RequestHandler, Response } from 'express';
import { CONSISTENCY_TOKEN, type Operation } from '../../base/contract.ts';
import { within } from '../../base/time/within.ts';
import type { EventCause } from '../../db/event-cause.ts';
import type { Replicas } from '../../db/replicas/replicas.ts';
import { readWalPosition } from '../../db/sql/read-wal-position.ts';
import { callerOf, databaseOf, requestContext } from '../../http/request-context.ts';

/** The response is complete without the position, so it doesn't wait for a database that is away. */
const ASK_AGAIN_MS = 1_000;

/** Middleware for an operation that writes: its response tells where the write is. Without replicas nobody needs to know. */
export function tellConsistencyToken(operation: Operation, replicas: Replicas | undefined): RequestHandler[] {
  if (!replicas || !operation.writes) return [];
  return [
    (_req, res, next) => {
      // Not assigned as it's written, see docs/decisions/closures-in-properties.md.
      const tell: EventCause['onCommit'] = (position) => {
        requestContext(res).lacksPosition = position === undefined;
        res.setHeader(CONSISTENCY_TOKEN, replicas.wrote(callerOf(res).tenantId, position));
      };
      if (replicas.tellsPositions) requestContext(res).onCommit = tell;
      next();
    },
  ];
}

/** For a response that was stored by an earlier request, whose client may not have got its token. */
export async function tellPresentPosition(res: Response): Promise<void> {
  const { onCommit } = requestContext(res);
  // A database that has become read-only can still repeat what it answered.
  if (onCommit) onCommit(await within(readWalPosition(databaseOf(res)), ASK_AGAIN_MS).catch(() => undefined));
}

/** For a write whose connection broke behind its commit. Clients that keep the token that stands in read from the primary for long. */
export async function tellLostPosition(res: Response): Promise<void> {
  if (requestContext(res).lacksPosition) await tellPresentPosition(res);
}
