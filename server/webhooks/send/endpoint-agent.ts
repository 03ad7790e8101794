import { type buildConnector, Client, Dispatcher, errors } from 'undici';
import type { Address } from './dns-resolver.ts';

/**
 * Keep-alive connections per origin, as many as there are requests at once. The most recently used one is reused first.
 *
 * undici's own pool puts an aborted request back into its queue, opens a new connection for it and only then drops it, so
 * each endpoint that hangs costs two connections. Here the client of a failed request is destroyed.
 */
export class EndpointAgent extends Dispatcher {
  readonly #connectorTo: (addresses?: readonly Address[]) => buildConnector.connector;
  readonly #connector: buildConnector.connector;
  readonly #options: Client.Options;
  readonly #clients = new Set<Client>();
  /** By origin, and the addresses that they are pinned to. */
  readonly #idle = new Map<string, Client[]>();
  #closed = false;

  /** `connectorTo` makes one that resolves names, or one that connects to these addresses alone. */
  constructor(
    connectorTo: (addresses?: readonly Address[]) => buildConnector.connector,
    options: Client.Options,
  ) {
    super();
    this.#connectorTo = connectorTo;
    this.#connector = connectorTo();
    this.#options = options;
  }

  /** Takes handlers with onRequestStart. Throws when the pool is closed or the options are invalid. */
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#dispatch(options, handler);
  }

  /** Connects to these addresses alone, whatever DNS says by then, and uses no connection to others. */
  pinnedTo(addresses: readonly Address[]): Pick<Dispatcher, 'dispatch'> {
    return { dispatch: (options, handler) => this.#dispatch(options, handler, addresses) };
  }

  #dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    addresses?: readonly Address[],
  ): true {
    if (this.#closed) throw new errors.ClientClosedError();
    const origin = String(options.origin);
    const pinned = addresses?.map(({ address }) => address).join();
    const target = pinned === undefined ? origin : `${origin} ${pinned}`;
    const client = this.#idle.get(target)?.pop() ?? this.#open(origin, target, addresses);
    const failed = (): void => this.#destroyClient(client);
    client.dispatch(
      options,
      tracked(handler, () => this.#release(target, client), failed),
    );
    return true;
  }

  #open(origin: string, target: string, addresses?: readonly Address[]): Client {
    const connect = addresses ? this.#connectorTo(addresses) : this.#connector;
    const client = new Client(origin, { ...this.#options, connect });
    this.#clients.add(client);
    // A client that loses its connection right after it was acquired reconnects by itself: nothing was sent yet.
    client.on('disconnect', () => this.#removeIdle(target, client));
    return client;
  }

  #release(target: string, client: Client): void {
    const idle = this.#idle.get(target);
    if (idle === undefined) this.#idle.set(target, [client]);
    else idle.push(client);
  }

  #removeIdle(target: string, client: Client): void {
    const idle = this.#idle.get(target);
    const index = idle?.lastIndexOf(client) ?? -1;
    if (idle === undefined || index === -1) return;
    idle.splice(index, 1);
    if (idle.length === 0) this.#idle.delete(target);
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
