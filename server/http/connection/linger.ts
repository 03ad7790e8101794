import type { Duplex } from 'node:stream';

/** A client may still be sending. It gets this long to read the response; closing at once would lose it. */
const LINGER_MS = 1_000;

/** Keeps reading until the client closes its side, at most for LINGER_MS. */
export function lingeringClose(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer)).resume();
}
