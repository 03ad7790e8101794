import { once } from 'node:events';
import net from 'node:net';

/** The server ends statements and idle transactions after 8 s, so nobody uses a blackholed connection after this. */
const BLACKHOLED_MS = 20_000;

type ConnectionPair = readonly [client: net.Socket, upstream: net.Socket];

/**
 * A process's only connection to the database, which can change its port, stop responding and come back. It never waits to fill
 * a packet: PostgreSQL sends 8 kB at a time, and the second part of a page would wait 40 ms for the first one's delayed ACK.
 */
export class TcpProxy {
  readonly #server: net.Server;
  readonly #databasePort: () => number | undefined;
  readonly #pairs = new Set<ConnectionPair>();
  readonly #blackholed = new Map<ConnectionPair, NodeJS.Timeout>();
  #paused = false;

  private constructor(databasePort: () => number | undefined) {
    this.#databasePort = databasePort;
    this.#server = net.createServer({ noDelay: true }, (client) => this.#open(client));
  }

  /** `databasePort` is called for each connection; it returns undefined while there is no server. */
  static async open(databasePort: () => number | undefined): Promise<TcpProxy> {
    const proxy = new TcpProxy(databasePort);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** The database's URL through the proxy, with `name` as application_name. */
  url(databaseUrl: string, name: string): string {
    const url = new URL(databaseUrl);
    url.port = String((this.#server.address() as net.AddressInfo).port);
    url.searchParams.set('application_name', name);
    return url.href;
  }

  /** Holds back all traffic of existing and new connections until resume(), which forwards it late. */
  pause(): void {
    this.#paused = true;
    for (const way of this.#pairs) pausePair(way);
  }

  resume(): void {
    this.#paused = false;
    for (const way of this.#pairs) pipePair(way);
  }

  /** Existing connections never forward anything again, as if a firewall had dropped their state. New ones work. */
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
    const way: ConnectionPair = [client, net.connect({ port, host: '127.0.0.1', noDelay: true })];
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
