import { Redis } from 'ioredis';

/** Redis responds in well under 1 ms. After this long the request goes on with the count of this process alone. */
const REDIS_TIMEOUT_MS = 500;
const REDIS_CONNECT_MS = 2_000;

export function openRedis(url: string, log: (message: string) => void): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
  });
  client.on('error', (error: Error) => log(`Redis: ${error.message}`));
  return client;
}

/** Waits for the first connection, so that a process doesn't start with a count of its own. Gives up after 2 s. */
export function waitUntilReady(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REDIS_CONNECT_MS);
    client.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
