import { once } from 'node:events';
import net from 'node:net';

export interface SilentProxy {
  /** The database's URL, through the proxy. */
  readonly url: string;
  /** The number of connections accepted so far. */
  readonly accepted: () => number;
  /** Stops forwarding on the existing connections without closing them. New connections are forwarded. */
  silence(): void;
  /** Forwards nothing anymore, on new connections neither. */
  hang(): void;
  /** Resets new connections. The existing ones go on. */
  resetNew(): void;
  /** Ends all connections and refuses new ones. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy between a client and PostgreSQL that simulates network failures. */
export async function openSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let accepted = 0;
  let hangs = false;
  let resets = false;
  const server = net.createServer((client) => {
    accepted += 1;
    if (resets) return void client.resetAndDestroy();
    if (hangs) return void sockets.add(client.pause());
    const upstream = net.connect(Number(target.port), target.hostname);
    join(client, upstream);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  });
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  const goAway = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const silence = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    accepted: () => accepted,
    silence,
    hang: () => {
      hangs = true;
      silence();
    },
    resetNew: () => {
      resets = true;
    },
    goAway,
    comeBack: async () => void (await listen(port)),
    close: goAway,
  };
}

function join(one: net.Socket, other: net.Socket): void {
  one.pipe(other).pipe(one);
  one.once('close', () => other.destroy()).on('error', () => other.destroy());
  other.once('close', () => one.destroy()).on('error', () => one.destroy());
}
