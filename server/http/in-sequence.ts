import type { NextFunction, RequestHandler } from 'express';

/**
 * Several handlers as one, called as Express calls them. For each of the 16 handlers of a GET, Express looks for the next layer and
 * prepares its path.
 */
export function inSequence(handlers: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => {
    let index = 0;
    const step: NextFunction = (error?: unknown) => {
      const handler = handlers[index];
      if (error || !handler) return next(error);
      index += 1;
      try {
        const ended: unknown = handler(req, res, step);
        if (ended instanceof Promise) ended.catch(next);
      } catch (thrown) {
        next(thrown);
      }
    };
    step();
  };
}
