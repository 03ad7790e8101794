import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { lingerIfIncomplete } from './linger.ts';

export interface LatestRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

const latest = new WeakMap<Duplex, LatestRequest>();
const servers = new WeakSet<Server>();

/** Remembers the latest request of each connection of a server. */
export function trackRequests(server: Server): void {
  if (servers.has(server)) return;
  servers.add(server);
  server.prependListener('request', (req, res) => {
    latest.set(req.socket, { req, res });
    if (hasBody(req)) lingerIfIncomplete(req, res);
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** The latest request on a connection, if its response hasn't been sent yet. */
export function requestInProgress(socket: Duplex): LatestRequest | undefined {
  const found = latest.get(socket);
  return found && !(found.res.writableFinished || found.res.destroyed) ? found : undefined;
}

/** The latest request on a connection, answered or not. */
export const latestRequest = (socket: Duplex): LatestRequest | undefined => latest.get(socket);
