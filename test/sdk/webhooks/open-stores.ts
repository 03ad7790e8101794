import { Redis } from 'ioredis';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { EventStore } from '../../../sdk/src/webhooks/stores/event-store.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { CREATE_TABLE, postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';
import { type NodeRedisClient, redisStore } from '../../../sdk/src/webhooks/stores/redis.ts';
import { ownDatabase } from '../../support/databases.ts';
import { startRedis } from '../../support/redis-server.ts';

/** A real store for a test or a file, and how to close what it needs. */
export interface OpenedStore {
  readonly store: EventStore;
  close(): Promise<void>;
}

export async function openMemory(): Promise<OpenedStore> {
  return { store: memoryStore(), close: async () => {} };
}

export interface OpenedPostgres extends OpenedStore {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: ReturnType<typeof storeOf>;
}

const storeOf = (pool: pg.Pool) => postgresStore(pool);

export async function openPostgres(): Promise<OpenedPostgres> {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const pool = new pg.Pool({ connectionString: database.url, max: 10 });
  pool.on('error', () => {}); // the server closes idle connections when the database is dropped
  await pool.query(CREATE_TABLE);
  return {
    url: database.url,
    pool,
    store: storeOf(pool),
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

export async function openIoredis(): Promise<OpenedStore & { url: string }> {
  const server = await startRedis();
  const client = new Redis(server.url);
  return {
    url: server.url,
    store: redisStore(client),
    async close() {
      client.disconnect();
      await server.stop();
    },
  };
}

/** A Redis store that calls `eval` in the form of node-redis, over a connection of ioredis. */
export async function openNodeRedisForm(): Promise<OpenedStore> {
  const server = await startRedis();
  const client = new Redis(server.url);
  const nodeRedis: NodeRedisClient = {
    eval: (script, { keys, arguments: values }) => client.eval(script, keys.length, ...keys, ...values),
  };
  return {
    store: redisStore(nodeRedis),
    async close() {
      client.disconnect();
      await server.stop();
    },
  };
}

/** A PostgreSQL store for one test. */
export async function usePostgres(): Promise<OpenedPostgres> {
  const opened = await openPostgres();
  onTestFinished(() => opened.close());
  return opened;
}
