import { Client, Dispatcher, errors } from 'undici';

/**
 * Keep-alive connections per origin, as many as there are requests at once. The most recently used one is reused first.
 *
 * undici's own pool puts an aborted request back into its queue, opens a new connection for it and only then drops it, so
 * each endpoint that hangs costs two connections. Here the client of a failed request is destroyed.
 */
export class EndpointAgent extends Dispatcher {
  readonly #options: Client.Options;
  readonly #clients = new Set<Client>();
  readonly #idle = new Map<string, Client[]>();
  #closed = false;

  constructor(options: Client.Options) {
    super();
    this.#options = options;
  }

  /** Takes handlers with onRequestStart. Throws when the pool is closed or the options are invalid. */
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#closed) throw new errors.ClientClosedError();
    const origin = String(options.origin);
    const client = this.#acquire(origin);
    const failed = (): void => this.#destroyClient(client);
    client.dispatch(
      options,
      tracked(handler, () => this.#release(origin, client), failed),
    );
    return true;
  }

  #acquire(origin: string): Client {
    return this.#idle.get(origin)?.pop() ?? this.#open(origin);
  }

  #open(origin: string): Client {
    const client = new Client(origin, this.#options);
    this.#clients.add(client);
    // A client that loses its connection right after it was acquired reconnects by itself: nothing was sent yet.
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
    const index = idle?.lastIndexOf(client) ?? -1;
    if (idle === undefined || index === -1) return;
    idle.splice(index, 1);
    if (idle.length === 0) this.#idle.delete(origin);
    this.#destroyClient(client);
  }

  #destroyClient(client: Client): void {
    this.#clients.delete(client);
    void client.destroy();
  }

  /** Takes no more requests and waits for those in flight. Only the form that returns a promise is implemented. */
  override async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#clients].map((client) => client.close()));
  }

  /** Makes requests in flight fail. Only the form that returns a promise is implemented. */
  override async destroy(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#clients].map((client) => client.destroy()));
  }
}

/** Passes everything on, and reports whether the request ended or failed. */
const tracked = (
  handler: Dispatcher.DispatchHandler,
  done: () => void,
  failed: () => void,
): Dispatcher.DispatchHandler => ({
  onRequestStart: (...args) => handler.onRequestStart?.(...args),
  onResponseStart: (...args) => handler.onResponseStart?.(...args),
  onResponseData: (...args) => handler.onResponseData?.(...args),
  onResponseEnd: (...args) => {
    done();
    handler.onResponseEnd?.(...args);
  },
  onResponseError: (...args) => {
    failed();
    handler.onResponseError?.(...args);
  },
});
