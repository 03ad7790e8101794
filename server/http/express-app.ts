import { parse as parseQuery } from 'node:querystring';
import express, { type Express, type NextFunction, type RequestHandler } from 'express';

/** Express as all our servers use it, with what each request passes first. */
export function expressApp(trustProxy: unknown, first: readonly RequestHandler[]): Express {
  const app = express();
  app.disable('x-powered-by');
  // Our ETags come from versions. Express would hash each body.
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', trustProxy);
  // Express's own parser drops parameters after the 1000th. The limit on the size of headers also limits the query.
  app.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
  app.use(inSequence(first));
  return app;
}

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
