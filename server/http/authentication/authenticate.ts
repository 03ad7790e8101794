import type { RequestHandler } from 'express';
import type { LastUsedWriter } from '../../api-keys/last-used-writer.ts';
import { requestContext } from '../request-context.ts';
import type { Authenticator } from './authenticator.ts';

/** Lets in a request with a key that works, before anything of its body is read. */
export function authenticate(authenticator: Authenticator, lastUsed: LastUsedWriter): RequestHandler {
  return async (req, res, next) => {
    const caller = await authenticator.authenticate(req, res);
    requestContext(res).caller = caller;
    lastUsed.record(caller.tenantId, caller.apiKeyId);
    next();
  };
}

/** Takes steps only for a request that sends a key. One without is refused for its path or method alone. */
export const whenKeySent =
  (step: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.headers.authorization ? step(req, res, next) : next();
