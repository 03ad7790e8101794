import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { Querier, Statement } from '../../db/querier.ts';

export type RateLimiterStore =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis'; readonly url: string; readonly log: (message: string) => void }
  | { readonly kind: 'postgres'; readonly db: Querier };

export interface CounterOptions {
  readonly keyPrefix: string;
  /** How many are allowed in a window. */
  readonly points: number;
  /** The window in seconds. */
  readonly duration: number;
}

/** Where counters are kept. Counters of one store share its connection. */
export interface CounterStore {
  open(options: CounterOptions): RateLimiterAbstract;
  close(): Promise<void>;
}

export async function openCounterStore(store: RateLimiterStore): Promise<CounterStore> {
  if (store.kind === 'redis') return redisCounters(store.url, store.log);
  const close = async (): Promise<void> => {};
  if (store.kind === 'postgres') return { open: (options) => postgresCounter(store.db, options), close };
  return { open: (options) => new RateLimiterMemory(options), close };
}

/** An unavailable Redis must not stop anybody: meanwhile each process counts for itself. */
async function redisCounters(url: string, log: (message: string) => void): Promise<CounterStore> {
  const { openRedis, waitUntilReady } = await import('./redis-client.ts');
  const client = openRedis(url, log);
  await waitUntilReady(client);
  return {
    open: (options) => {
      const insuranceLimiter = new RateLimiterMemory(options);
      return new RateLimiterRedis({ storeClient: client, ...options, insuranceLimiter });
    },
    close: async () => client.disconnect(),
  };
}

/** Uses the service's own pool, whose queries time out when a connection goes silent. */
function postgresCounter(db: Querier, options: CounterOptions): RateLimiterAbstract {
  const query = async ({ values, ...named }: Statement & { values: unknown[] }) => {
    const rows = await db.query(named, values);
    return { rows, rowCount: rows.length };
  };
  return new RateLimiterPostgres({
    storeClient: { query },
    storeType: 'pool',
    schemaName: 'rate_limit',
    tableName: 'windows',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...options,
  });
}

/** Expired windows count as empty anyway; this keeps their table small. */
export async function deleteExpiredWindows(db: Querier): Promise<void> {
  await db.query(
    'DELETE FROM rate_limit.windows WHERE expire < extract(epoch FROM now()) * 1000 - 60000',
    [],
  );
}
