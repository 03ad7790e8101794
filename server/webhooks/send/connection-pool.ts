import type { IncomingHttpHeaders } from 'node:http';
import { Client, Dispatcher, errors } from 'undici';

/**
 * Keep-alive connections by origin, as many as are asked for at once; the last one used is the first one lent again.
 *
 * undici's own pool takes an aborted request back into its queue, connects anew for it and only then drops it, so
 * that each consumer who hangs costs two connections. Here the client of a request that failed is destroyed.
 */
export class ConnectionPool extends Dispatcher {
  readonly #options: Client.Options;
  readonly #clients = new Set<Client>();
  readonly #idle = new Map<string, Client[]>();
  #closed = false;

  constructor(options: Client.Options) {
    super();
    this.#options = options;
  }

  /** Takes handlers of the onRequestStart kind. Throws when it is closed or the options cannot be sent. */
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#closed) throw new errors.ClientClosedError();
    const origin = String(options.origin);
    const client = this.#acquire(origin);
    const failed = (): void => this.#destroyClient(client);
    client.dispatch(options, new TrackedHandler(handler, () => this.#release(origin, client), failed));
    return true;
  }

  #acquire(origin: string): Client {
    return this.#idle.get(origin)?.pop() ?? this.#open(origin);
  }

  #open(origin: string): Client {
    const client = new Client(origin, this.#options);
    this.#clients.add(client);
    // A client that is lent while its connection goes away connects anew by itself: nothing was sent yet.
    client.on('disconnect', () => this.#removeIdle(origin, client));
    return client;
  }

  #release(origin: string, client: Client): void {
    const idle = this.#idle.get(origin);
    if (idle === undefined) this.#idle.set(origin, [client]);
    else idle.push(client);
  }

  #removeIdle(origin: string, client: Client): void {
    const idle = this.#idle.get(origin);
    const place = idle?.lastIndexOf(client) ?? -1;
    if (idle === undefined || place === -1) return;
    idle.splice(place, 1);
    if (idle.length === 0) this.#idle.delete(origin);
    this.#destroyClient(client);
  }

  #destroyClient(client: Client): void {
    this.#clients.delete(client);
    void client.destroy();
  }

  /** Takes nothing more and waits for what is on the way. Only the form that answers a promise is here. */
  override async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#clients].map((client) => client.close()));
  }

  /** Ends what is on the way, which then fails. Only the form that answers a promise is here. */
  override async destroy(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#clients].map((client) => client.destroy()));
  }
}

/** Passes everything on and tells how it ended. */
class TrackedHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #done: () => void;
  readonly #failed: () => void;

  constructor(handler: Dispatcher.DispatchHandler, done: () => void, failed: () => void) {
    this.#handler = handler;
    this.#done = done;
    this.#failed = failed;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    statusMessage?: string,
  ): void {
    this.#handler.onResponseStart?.(controller, status, headers, statusMessage);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#done();
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#failed();
    this.#handler.onResponseError?.(controller, error);
  }
}
