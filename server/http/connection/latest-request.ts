import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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

/**
 * A client may still be sending. It gets this long to read the response; closing at once would lose it. The contract has more than a
 * megabyte, which takes some seconds if many ask for it on a slow machine or line.
 */
const LINGER_MS = 5_000;

/** Keeps reading until the client closes its side, at most for LINGER_MS. */
export function lingeringClose(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer)).resume();
}

/**
 * For a response that may be sent before all of its request has arrived. Node destroys the connection of a last response at once, and
 * with bytes left to read that is a reset, which takes with it what the client hasn't read yet.
 */
function lingerIfIncomplete(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.prependOnceListener('finish', () => {
    if (req.complete) return;
    const endAfterReading = (): void => endSlowly(socket);
    socket.destroySoon = endAfterReading;
  });
}

/** Says that nothing more will be sent, and gives the client time to read what was. */
export function endSlowly(socket: Duplex): void {
  socket.end();
  lingeringClose(socket);
}
