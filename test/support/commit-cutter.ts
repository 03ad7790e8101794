import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Where the connection breaks: before PostgreSQL gets the commit, before its client gets the reply, or behind the reply, when more was
 * asked for with the commit.
 */
export type Cut = 'before' | 'reply' | 'behind';

export interface CommitCutter {
  readonly url: string;
  /** Breaks the next connection that sends a message with this text, once what was asked for before has happened. */
  cutAt(text: string, cut: Cut): { readonly done: () => boolean };
}

export const COMMIT = 'COMMIT';

/** A proxy to PostgreSQL that breaks a connection in the middle of a commit. */
export async function useCommitCutter(databaseUrl: string): Promise<CommitCutter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const asked: { readonly text: string; readonly cut: Cut; done: boolean }[] = [];
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    let cutting: Cut | undefined;
    let isRequest = false;
    const end = (): void => void [client.destroy(), upstream.destroy()];
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (sent) => {
      // What a request's transaction begins with. Jobs of the service commit, too.
      isRequest ||= sent.includes('tradepost.request_id');
      const next = cutting ? undefined : asked.find(({ done }) => !done);
      if (next && sent.includes(next.text) && (isRequest || next.text !== COMMIT)) {
        next.done = true;
        cutting = next.cut;
      }
      if (cutting === 'before') end();
      else upstream.write(sent);
    });
    upstream.on('data', (received) => {
      if (cutting === undefined) return void client.write(received);
      if (cutting === 'reply') return end();
      client.write(received.subarray(0, endOfReply(received)), end);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    cutAt: (text, cut) => {
      const one = { text, cut, done: false };
      asked.push(one);
      return { done: () => one.done };
    },
  };
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Behind the first ReadyForQuery. Each message is a letter and its length; what PostgreSQL says to a commit comes in one piece. */
function endOfReply(received: Buffer): number {
  for (let at = 0; at < received.length; at += 1 + received.readInt32BE(at + 1))
    if (received[at] === READY_FOR_QUERY) return at + 1 + received.readInt32BE(at + 1);
  return received.length;
}
