import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP server for one test. By default it accepts connections and never answers. Returns its port. */
export async function useTcpServer(onConnection: (socket: net.Socket) => void = () => {}): Promise<number> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}
