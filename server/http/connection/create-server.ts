import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { respondToParserErrors } from './parser-errors.ts';
import { normalizeTarget } from './well-formed.ts';

/** Load balancers keep idle connections for 60 s (AWS, nginx). Ours live longer, so that the balancer closes first. */
const KEEP_ALIVE_MS = 65_000;
/** How long a client may take for its headers, and for the whole request with a body of at most 1 MB. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** How often Node checks these two. With its default of 30 s the headers' 10 s became 29 s. */
const CHECK_EVERY_MS = 2_000;

export interface RequestTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkEveryMs: number;
}

/** For every HTTP server of the service. */
export const requestTimeouts: RequestTimeouts = {
  headersMs: HEADERS_MS,
  requestMs: REQUEST_MS,
  checkEveryMs: CHECK_EVERY_MS,
};

export const timeoutOptions = ({
  headersMs,
  requestMs,
  checkEveryMs,
}: RequestTimeouts): http.ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
});

/** Longer than any response takes to produce. A client that reads nothing for this long has stopped reading. */
export const RESPONSE_STALLED_MS = 60_000;
/**
 * About 200 MB when all are idle. Beyond it the load balancer should refuse; at the limit on open files PostgreSQL
 * would be out of reach. Requests per connection are unlimited, since the rate limit counts them.
 */
const MAX_CONNECTIONS = 10_000;

/** Shorter timeouts, for tests. */
export interface ServerTimeouts extends Partial<RequestTimeouts> {
  readonly stalledMs?: number;
}

/**
 * A subclass of `original` whose instances are what Express makes of a request or response, from the start. Express
 * otherwise sets the prototype of each one, which is its largest cost: see
 * docs/decisions/express-with-prepared-prototypes.md.
 */
function prepareFor<T>(app: Express, name: 'request' | 'response', original: T): T {
  const Prepared = class extends (original as new () => object) {};
  Object.setPrototypeOf(Prepared.prototype, app[name]);
  Object.assign(app, { [name]: Prepared.prototype });
  return Prepared as T;
}

export function createServer(app: Express, log: Logger, timeouts: ServerTimeouts = {}): Server {
  const { stalledMs = RESPONSE_STALLED_MS, ...overrides } = timeouts;
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    normalizeTarget(req);
    app(req, res);
  };
  const server = http.createServer(
    {
      IncomingMessage: prepareFor<typeof IncomingMessage>(app, 'request', http.IncomingMessage),
      ServerResponse: prepareFor<typeof ServerResponse>(app, 'response', http.ServerResponse),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node would respond with an empty body; requireWellFormed responds with a problem.
      requireHostHeader: false,
      ...timeoutOptions({ ...requestTimeouts, ...overrides }),
    },
    handle,
  );
  server.maxConnections = MAX_CONNECTIONS;
  // By default Node silently drops headers after the 2000th, an If-Match for instance. Their size is limited anyway.
  server.maxHeadersCount = 0;
  server.setTimeout(stalledMs, destroyStalled);
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  respondToParserErrors(server, log);
  return server;
}

/** Node counts bytes in either direction as progress. A reset keeps a partly sent response from looking complete. */
function destroyStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy();
  else socket.destroy();
}
