import { isIPv6 } from 'node:net';
import type { RequestHandler, Router } from 'express';

/** What the documentation's router serves. */
const DOCUMENTS = /^\/(openapi\.json|docs)/;
/** A service that listens on all addresses is found at this one, on its own machine. */
const ALL_ADDRESSES = ['0.0.0.0', '::'];

interface Address {
  readonly apiUrl: string | undefined;
  readonly host: string;
}

/** Loads the documentation's pages and Swagger UI with the first request for one of them. */
export function loadDocs(config: Address): RequestHandler {
  let router: Promise<Router> | undefined;
  return async (req, res, next) => {
    if (!DOCUMENTS.test(req.path)) return next();
    // With PORT=0 only a connection tells the port.
    router ??= import('./router.ts').then(({ docs }) => docs(addressOf(config, req.socket.localPort!)));
    (await router)(req, res, next);
  };
}

/** The address that the pages show: API_URL, else what the service listens on. Never the Host header, which anybody can invent. */
export function addressOf({ apiUrl, host }: Address, port: number): string {
  if (apiUrl !== undefined) return new URL(apiUrl).origin;
  if (ALL_ADDRESSES.includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
