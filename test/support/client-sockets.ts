import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Node publishes each client socket on this diagnostics channel. */
const CHANNEL = 'net.client.socket';

/** Records the client sockets that this process opens during one test. */
export function useClientSockets(): { bytesRead(): number } {
  const sockets: Socket[] = [];
  const opened = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
  subscribe(CHANNEL, opened);
  onTestFinished(() => void unsubscribe(CHANNEL, opened));
  return {
    bytesRead: () => {
      if (sockets.length === 0) throw new Error('No client socket was opened.');
      return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
    },
  };
}
