import { once } from 'node:events';
import net from 'node:net';

/** The server ends a statement after 8 s and an idle transaction as well: by then nobody needs a stranded connection. */
const STRANDED_MS = 20_000;

type Way = readonly [client: net.Socket, upstream: net.Socket];

/** A process's only way to the database, which may move to another port, fall silent, and come back. */
export class Gate {
  readonly #server: net.Server;
  readonly #databasePort: () => number | undefined;
  readonly #ways = new Set<Way>();
  readonly #stranded = new Map<Way, NodeJS.Timeout>();
  #held = false;

  private constructor(databasePort: () => number | undefined) {
    this.#databasePort = databasePort;
    this.#server = net.createServer((client) => this.#open(client));
  }

  /** The port is asked for at each connection; undefined while there is no server. */
  static async open(databasePort: () => number | undefined): Promise<Gate> {
    const gate = new Gate(databasePort);
    await once(gate.#server.listen(0, '127.0.0.1'), 'listening');
    return gate;
  }

  /** The database's URL through the gate. PostgreSQL calls the connections by the given name. */
  url(databaseUrl: string, name: string): string {
    const url = new URL(databaseUrl);
    url.port = String((this.#server.address() as net.AddressInfo).port);
    url.searchParams.set('application_name', name);
    return url.href;
  }

  /** Forwards nothing, in both directions and of new connections as well, until it lets go: then all of it, late. */
  hold(): void {
    this.#held = true;
    for (const way of this.#ways) silence(way);
  }

  letGo(): void {
    this.#held = false;
    for (const way of this.#ways) join(way);
  }

  /** The connections that there are never forward anything again, as after a firewall forgot them. New ones work. */
  strand(): void {
    for (const way of this.#ways) {
      silence(way);
      this.#ways.delete(way);
      this.#stranded.set(
        way,
        setTimeout(() => this.#end(way), STRANDED_MS),
      );
    }
  }

  #end(way: Way): void {
    clearTimeout(this.#stranded.get(way));
    this.#stranded.delete(way);
    this.#ways.delete(way);
    for (const socket of way) socket.destroy();
  }

  #open(client: net.Socket): void {
    const port = this.#databasePort();
    if (port === undefined) return void client.destroy();
    const way: Way = [client, net.connect(port, '127.0.0.1')];
    this.#ways.add(way);
    for (const socket of way) socket.on('error', () => socket.destroy()).once('close', () => this.#end(way));
    if (this.#held) silence(way);
    else join(way);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const way of [...this.#ways, ...this.#stranded.keys()]) this.#end(way);
    await closed;
  }
}

function join([client, upstream]: Way): void {
  client.pipe(upstream).pipe(client);
}

function silence(way: Way): void {
  for (const socket of way) socket.unpipe().pause();
}
