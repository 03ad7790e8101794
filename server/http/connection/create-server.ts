import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { respondToParserErrors } from './parser-errors.ts';
import { normalizeTarget } from './request-target.ts';

/** Longer than what balancers keep idle connections (60 s at AWS and nginx), so that they close first. */
const KEEP_ALIVE_MS = 65_000;
/** A client gets this long for its headers, and for the whole of a body of at most 100 kB. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** How often Node looks for senders that are over their limit: its own 30 s made 29 s of the 10 s for headers. */
const CHECK_EVERY_MS = 2_000;

export interface RequestTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkEveryMs: number;
}

/** Of every server of ours. */
export const requestTimeouts: RequestTimeouts = {
  headersMs: HEADERS_MS,
  requestMs: REQUEST_MS,
  checkEveryMs: CHECK_EVERY_MS,
};

/** Node's options for them. */
export const timeoutOptions = ({
  headersMs,
  requestMs,
  checkEveryMs,
}: RequestTimeouts): http.ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
});

/** Longer than any answer is in the making; a client that takes nothing for so long has stopped reading. */
export const RESPONSE_STALLED_MS = 60_000;
/**
 * About 200 MB when all are idle. More is for the balancer to refuse; past the limit on open files PostgreSQL could not be
 * reached any more. Requests per connection stay unlimited: the rate limit counts them.
 */
const MAX_CONNECTIONS = 10_000;

/** Other limits than the usual ones, for a test that doesn't wait for these. */
export interface ServerTimeouts extends Partial<RequestTimeouts> {
  readonly stalledMs?: number;
}

type Constructor = new (...args: never[]) => object;

/**
 * A constructor that makes what `original` makes, with Express's prototype from the start. Express sets the prototype
 * of each request and response; on an object that was made with another one that is its largest cost (requests/s
 * double without it). A plain function that calls the original: Reflect.construct was slower.
 */
function withPrototype<T extends Constructor>(original: T, prototype: object): T {
  function Prototyped(this: object, ...args: unknown[]): void {
    (original as unknown as (...args: unknown[]) => void).apply(this, args);
  }
  Prototyped.prototype = prototype;
  return Prototyped as unknown as T;
}

export function createServer(app: Express, log: Logger, timeouts: ServerTimeouts = {}): Server {
  const { stalledMs = RESPONSE_STALLED_MS, ...overrides } = timeouts;
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    normalizeTarget(req);
    app(req, res);
  };
  const server = http.createServer(
    {
      IncomingMessage: withPrototype(http.IncomingMessage, app.request) as typeof IncomingMessage,
      ServerResponse: withPrototype(http.ServerResponse, app.response) as typeof ServerResponse,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node would answer with an empty body; well-formed.ts does with a problem.
      requireHostHeader: false,
      ...timeoutOptions({ ...requestTimeouts, ...overrides }),
    },
    handle,
  );
  server.maxConnections = MAX_CONNECTIONS;
  // Node drops what comes after 2000 headers and says nothing, an If-Match for instance. Their bytes are limited.
  server.maxHeadersCount = 0;
  server.setTimeout(stalledMs, destroyStalled);
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  respondToParserErrors(server, log);
  return server;
}

/** Node counts bytes that go either way as progress. A reset, so that what was sent of a response doesn't look whole. */
function destroyStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy();
  else socket.destroy();
}
