import { Redis } from 'ioredis';
import { currentUrl } from '../../base/environment/secret-files.ts';
import { redisMistake } from './redis-mistake.ts';

/** Redis responds in well under 1 ms. After this long the request goes on with the count of this process alone. */
const REDIS_TIMEOUT_MS = 500;
const REDIS_CONNECT_MS = 2_000;
/** ioredis's words. */
const COMMAND_TIMED_OUT = 'Command timed out';
/** ioredis's own waits. */
const RETRY_STEP_MS = 50;
const RETRY_MAX_MS = 2_000;
/** How long ioredis waits for the other side to close. A silent one doesn't. */
const REDIS_DISCONNECT_MS = 100;
/** Of one outage: refused, timed out, still loading and a few more. */
const MAX_MESSAGES = 10;

export function openRedis(url: string, log: (message: string) => void): Redis {
  const client = new ReconnectingRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
    disconnectTimeout: REDIS_DISCONNECT_MS,
    retryStrategy: (tries) => {
      Object.assign(client.options, loginOf(currentUrl(url, log)));
      return Math.min(tries * RETRY_STEP_MS, RETRY_MAX_MS);
    },
  });
  logOutages(client, log);
  return client;
}

/** As ioredis reads it from a URL. */
function loginOf(url: string): { username: string | null; password: string | null } {
  const { username, password } = new URL(url);
  return { username: decodeURIComponent(username) || null, password: decodeURIComponent(password) || null };
}

/**
 * ioredis goes on with a connection that has become silent, so each request waited for REDIS_TIMEOUT_MS, for as long as that lasted.
 * Without a connection no request waits, and the metric and the log tell.
 */
class ReconnectingRedis extends Redis {
  /** On a new connection ioredis sends again what had no answer, even if it has timed out. */
  readonly #sent = new WeakSet<object>();

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    const connection = this.stream;
    const result = super.sendCommand(command, stream);
    if (this.#sent.has(command)) return result;
    this.#sent.add(command);
    Promise.resolve(result).catch((error: Error) => {
      if (error.message === COMMAND_TIMED_OUT && this.stream === connection) this.#leave();
    });
    return result;
  }

  #leave(): void {
    if (this.status !== 'ready') return;
    this.emit('error', new Error(`no answer within ${REDIS_TIMEOUT_MS} ms`));
    this.disconnect(true);
  }
}

/** ioredis tries again about twice a second and reports each failure. What was said once isn't said again until Redis is back. */
function logOutages(client: Redis, log: (message: string) => void): void {
  const place = `Redis at ${client.options.host}:${client.options.port} (REDIS_URL)`;
  const said = new Set<string>();
  client.on('error', ({ message }: Error) => {
    if (said.has(message) || said.size === MAX_MESSAGES) return;
    said.add(message);
    log(`${place}: ${message}`);
  });
  client.on('ready', () => {
    if (said.size > 0) log(`${place} is back`);
    said.clear();
  });
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
