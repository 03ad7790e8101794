import { once } from 'node:events';
import net from 'node:net';

/** The server ends a statement after 8 s and an idle transaction as well: by then nobody needs a stranded connection. */
const BLACKHOLED_MS = 20_000;

type ConnectionPair = readonly [client: net.Socket, upstream: net.Socket];

/** A process's only way to the database, which may move to another port, fall silent, and come back. */
export class TcpProxy {
  readonly #server: net.Server;
  readonly #databasePort: () => number | undefined;
  readonly #pairs = new Set<ConnectionPair>();
  readonly #blackholed = new Map<ConnectionPair, NodeJS.Timeout>();
  #paused = false;

  private constructor(databasePort: () => number | undefined) {
    this.#databasePort = databasePort;
    this.#server = net.createServer((client) => this.#open(client));
  }

  /** The port is asked for at each connection; undefined while there is no server. */
  static async open(databasePort: () => number | undefined): Promise<TcpProxy> {
    const proxy = new TcpProxy(databasePort);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** The database's URL through the proxy. PostgreSQL calls the connections by the given name. */
  url(databaseUrl: string, name: string): string {
    const url = new URL(databaseUrl);
    url.port = String((this.#server.address() as net.AddressInfo).port);
    url.searchParams.set('application_name', name);
    return url.href;
  }

  /** Forwards nothing, in both directions and of new connections as well, until it lets go: then all of it, late. */
  pause(): void {
    this.#paused = true;
    for (const way of this.#pairs) pausePair(way);
  }

  resume(): void {
    this.#paused = false;
    for (const way of this.#pairs) pipePair(way);
  }

  /** The connections that there are never forward anything again, as after a firewall forgot them. New ones work. */
  blackhole(): void {
    for (const way of this.#pairs) {
      pausePair(way);
      this.#pairs.delete(way);
      this.#blackholed.set(
        way,
        setTimeout(() => this.#end(way), BLACKHOLED_MS),
      );
    }
  }

  #end(way: ConnectionPair): void {
    clearTimeout(this.#blackholed.get(way));
    this.#blackholed.delete(way);
    this.#pairs.delete(way);
    for (const socket of way) socket.destroy();
  }

  #open(client: net.Socket): void {
    const port = this.#databasePort();
    if (port === undefined) return void client.destroy();
    const way: ConnectionPair = [client, net.connect(port, '127.0.0.1')];
    this.#pairs.add(way);
    for (const socket of way) socket.on('error', () => socket.destroy()).once('close', () => this.#end(way));
    if (this.#paused) pausePair(way);
    else pipePair(way);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const way of [...this.#pairs, ...this.#blackholed.keys()]) this.#end(way);
    await closed;
  }
}

function pipePair([client, upstream]: ConnectionPair): void {
  client.pipe(upstream).pipe(client);
}

function pausePair(way: ConnectionPair): void {
  for (const socket of way) socket.unpipe().pause();
}
