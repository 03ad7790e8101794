import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const OK = 'HTTP/1.1 200 OK\r\n';
/** A connection reads 64 KiB at a time, so a few times that may arrive before it is closed. */
export const BOUNDED_BYTES = 1024 * 1024;

export interface RawEndpoint {
  readonly url: string;
  readonly port: number;
  /** The bytes received so far, by connection. */
  readonly received: string[];
  /** Resolves when the connection with this number is closed by either side. */
  closed(connection: number): Promise<unknown>;
}

/** Responds to a complete request. `number` counts the requests of all connections, from 1. */
export type RawRespond = (socket: Socket, number: number) => void;

export const respondWith =
  (...parts: (string | Buffer)[]): RawRespond =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

/** Writes piece after piece as long as the other side reads them. */
export const respondEndlessly =
  (piece: string | Buffer, ...before: string[]): RawRespond =>
  (socket) => {
    for (const part of before) socket.write(part);
    const write = (): void => {
      while (!socket.destroyed && socket.write(piece));
      socket.once('drain', write);
    };
    write();
  };

/** Writes a piece every few milliseconds until the connection is closed. */
export const respondInDrips =
  (piece: string, ...before: string[]): RawRespond =>
  (socket) => {
    for (const part of before) socket.write(part);
    const drip = setInterval(() => socket.write(piece), 10);
    socket.once('close', () => clearInterval(drip));
  };

/** A TCP server for one test. It can send responses that no HTTP server would. */
export async function useRawEndpoint(
  respond: RawRespond,
  host = '127.0.0.1',
  port = 0,
): Promise<RawEndpoint> {
  const received: string[] = [];
  const closed: Promise<unknown>[] = [];
  const open = new Set<Socket>();
  let requests = 0;
  const server = net.createServer((socket) => {
    const connection = received.push('') - 1;
    open.add(socket);
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    let unanswered = '';
    socket.on('data', (bytes) => {
      received[connection] += bytes.toString('latin1');
      unanswered += bytes.toString('latin1');
      const length = lengthOfRequest(unanswered);
      if (length > unanswered.length) return;
      unanswered = unanswered.slice(length);
      respond(socket, ++requests);
    });
  });
  await once(server.listen(port, host), 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}/hooks`,
    port: taken,
    received,
    closed: (connection) => closed[connection] ?? Promise.reject(new Error('There is no such connection.')),
  };
}

function lengthOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n') + 4;
  if (head === 3) return Number.POSITIVE_INFINITY;
  return head + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
}
