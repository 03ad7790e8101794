import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Longer than what balancers keep idle connections (60 s at AWS and nginx), so that they close first. */
const KEEP_ALIVE_MS = 65_000;
/** A client gets this long for its headers, and for the whole of a body of at most 100 kB. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

type Constructor = new (...args: never[]) => object;

/**
 * A constructor that makes what `original` makes, with Express's prototype from the start. Express sets the prototype
 * of each request and response; on an object that was made with another one that is its largest cost (requests/s
 * double without it). A plain function that calls the original: Reflect.construct was slower.
 */
function withPrototype<T extends Constructor>(original: T, prototype: object): T {
  function Made(this: object, ...args: unknown[]): void {
    (original as unknown as (...args: unknown[]) => void).apply(this, args);
  }
  Made.prototype = prototype;
  return Made as unknown as T;
}

export function createServer(app: Express): Server {
  const server = http.createServer(
    {
      IncomingMessage: withPrototype(http.IncomingMessage, app.request) as typeof IncomingMessage,
      ServerResponse: withPrototype(http.ServerResponse, app.response) as typeof ServerResponse,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
    },
    app,
  );
  return server;
}
