import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { StartError } from '../../base/environment/start-error.ts';
import { endSlowly, type LatestRequest, requestInProgress, trackRequests } from './latest-request.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The settings that the two come from, for messages. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

/** How often connections are looked at while they close. Longer than a request takes to arrive in one piece. */
const SWEEP_INTERVAL_MS = 100;

/** An HTTP server that listens, and stops without losing a request. */
export class HttpListener {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How many bytes each connection had received when it was last looked at. */
  readonly #received = new WeakMap<Socket, number>();
  /** Connections whose last response is known: what arrives after it isn't handled. */
  readonly #closing = new WeakSet<Socket>();

  constructor(server: Server) {
    this.#server = server;
    trackRequests(server);
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Returns `http://host:port`. */
  listen(address: ListenAddress): Promise<string> {
    return new Promise((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException): void => reject(listenError(error, address));
      this.#server.once('error', onError);
      this.#server.listen(address.port, address.host, () => {
        this.#server.off('error', onError);
        resolve(urlOf(this.#server.address() as AddressInfo));
      });
    });
  }

  /** From now on each response says `Connection: close`, also those in progress unless their headers were sent. */
  announceClose(): void {
    for (const socket of this.#sockets) {
      const request = requestInProgress(socket);
      if (request && !request.res.headersSent) this.#closeAfter(request);
      this.#received.set(socket, socket.bytesRead);
    }
    const handlers = this.#server.listeners('request');
    this.#server.removeAllListeners('request');
    this.#server.on('request', (req, res) => {
      // Its response could never be sent, so a write would be done without an answer.
      if (this.#closing.has(req.socket)) return;
      this.#closeAfter({ req, res });
      for (const handler of handlers) handler.call(this.#server, req, res);
    });
  }

  /**
   * Accepts no more connections, waits for requests in progress, and resets what is left after `limitMs`. Returns how many
   * connections it had to reset.
   */
  async close(limitMs: number): Promise<number> {
    let resets = 0;
    // http's own close() would destroy idle connections together with a request that has just arrived on them.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.#server, () => resolve()),
    );
    setImmediate(() => this.#closeIdle());
    const sweep = setInterval(() => this.#closeIdle(), SWEEP_INTERVAL_MS);
    const limit = setTimeout(() => {
      resets = this.#sockets.size;
      this.reset();
    }, limitMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(limit);
    return resets;
  }

  /** Ends all connections at once. A reset keeps a partly sent response from looking complete. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #closeAfter({ req, res }: LatestRequest): void {
    this.#closing.add(req.socket);
    res.shouldKeepAlive = false;
  }

  /** A connection is idle if nothing is in progress on it and nothing has arrived since it was last looked at. */
  #closeIdle(): void {
    for (const socket of this.#sockets) {
      const quiet = this.#received.get(socket) === socket.bytesRead;
      this.#received.set(socket, socket.bytesRead);
      if (!quiet || requestInProgress(socket) || socket.writableEnded) continue;
      this.#closing.add(socket);
      endSlowly(socket);
    }
  }
}

const urlOf = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

function listenError({ code }: NodeJS.ErrnoException, address: ListenAddress): StartError {
  const { host, port, hostSetting, portSetting } = address;
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} of ${host} is in use. Set ${portSetting} to another port, or stop the program that uses it.`,
      );
    case 'EACCES':
      return new StartError(
        `This user may not listen on port ${port}. Set ${portSetting} to a port from 1024 on.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartError(`${hostSetting} is ${host}, which isn't an address of this machine (${code}).`);
    default:
      return new StartError(
        `The service can't listen on ${host}:${port} (${code}). Check ${hostSetting} and ${portSetting}.`,
      );
  }
}
