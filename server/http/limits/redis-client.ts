import { Redis } from 'ioredis';
import { redisMistake } from './redis-mistake.ts';

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

/**
 * Waits for the first connection, so that a process doesn't start with a count of its own. Gives up after 2 s: Redis may come
 * back. A wrong password, database number or TLS setting would stay wrong, so it ends the start.
 */
export function waitUntilReady(client: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(resolve), REDIS_CONNECT_MS);
    const onReady = (): void => settle(resolve);
    const onError = (error: Error): void => {
      const mistake = redisMistake(error, client.options);
      if (mistake === undefined) return;
      client.disconnect();
      settle(() => reject(mistake));
    };
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      client.off('ready', onReady).off('error', onError);
      outcome();
    };
    client.on('ready', onReady).on('error', onError);
  });
}
