import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { setRequestContext } from './request-context.ts';

/** Gives each request an id of ours. One sent by the client is not taken over: it could be anything. */
export const requestId: RequestHandler = (_req, res, next) => {
  const id = randomUUID();
  setRequestContext(res, { requestId: id, startedAt: performance.now() });
  res.setHeader('X-Request-Id', id);
  next();
};
