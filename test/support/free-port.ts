import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/**
 * Below the ephemeral ports of Linux (32 768 and up) and of other systems (49 152 and up). Of those any test that connects or
 * listens on port 0 may take one between this function's return and the start of the program that is to listen on it, and a
 * test then talks to another test's server.
 */
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000];

/** A port of 127.0.0.1 on which nobody listens, for a program that can't be told to choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening'); // rejects on 'error'
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}
