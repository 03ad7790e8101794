import type { CursorStore } from './cursor-store.ts';
import { checkCursor, checkMethods, openOnce } from './cursor-use.ts';

export type { CursorStore } from './cursor-store.ts';

/** What the store uses of a client of `ioredis` or `redis`. */
export interface CursorRedis {
  /** Reads a key. */
  get(key: string): Promise<unknown>;
  /** Sets a key. */
  set(key: string, value: string): Promise<unknown>;
}

/**
 * Keeps the cursor in a key of Redis. Each program that follows the feed needs its own. Make Redis persist to disk
 * (appendonly yes) and don't let it evict keys (maxmemory-policy noeviction).
 */
export function redisCursorStore(client: CursorRedis, key: string): CursorStore {
  checkMethods(client, ['get', 'set'], 'Pass a client of ioredis or redis.');
  return {
    open: openOnce(client, 'key', key),
    read: async () => checkCursor(await client.get(key), 'key', key),
    async write(cursor) {
      await client.set(key, cursor);
    },
  };
}
