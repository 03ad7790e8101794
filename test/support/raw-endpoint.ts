import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const OK = 'HTTP/1.1 200 OK\r\n';
/** A connection reads 64 KiB at a time; a few times that may come before it is cut off. */
export const BOUNDED_BYTES = 1024 * 1024;

export interface RawEndpoint {
  readonly url: string;
  readonly port: number;
  /** Of each connection, in their order, all that it has sent so far. */
  readonly received: string[];
  /** Settles when the connection of this number is closed, whoever did it. */
  closed(connection: number): Promise<unknown>;
}

/** What an endpoint does when a whole request is there. `number` counts the requests over all connections, from 1. */
export type RawRespond = (socket: Socket, number: number) => void;

export const respondWith =
  (...parts: (string | Buffer)[]): RawRespond =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

/** Writes one piece after the other for as long as the other side takes them. */
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

/** A server of plain bytes for one test: it can say what no HTTP server would. */
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
