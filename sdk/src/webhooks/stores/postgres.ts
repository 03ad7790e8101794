import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { Claim, EventKey, EventStore } from './event-store.ts';
import { CLAIM, COMPLETE, READ_STATE, RELEASE } from './postgres-statements.ts';
import {
  type ConnectionPool,
  inTransaction,
  type PooledClient,
  type Queryable,
} from './postgres-transaction.ts';

export { CREATE_TABLE, DELETE_OLD } from './postgres-statements.ts';
export type { ConnectionPool, PooledClient, Queryable } from './postgres-transaction.ts';

/** Passed to handlers, to commit their work together with the record that the event is done. */
export interface PostgresContext {
  /**
   * Marks the event as done in a transaction of yours, of any library. Call it last before the commit. It rejects if
   * another delivery has claimed the event; roll back then, as most libraries do on an error.
   */
  completeIn(transaction: Queryable): Promise<void>;
}

export interface PostgresPoolContext<Client> extends PostgresContext {
  /** Runs `work` in a transaction that also marks the event as done. Both are committed, or neither. */
  transaction<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
}

/** Matches two overloads of `connect`, because the pool of `pg` has a second one with a callback. */
export type PostgresContextOf<Database> = Database extends {
  connect: { (): Promise<infer Client>; (callback: never): unknown };
}
  ? PostgresPoolContext<Client>
  : PostgresContext;

/**
 * Remembers events in the table of `CREATE_TABLE`, for any number of processes. With a pool, handlers get
 * `transaction` and `completeIn`. With just `query`, they get `completeIn`.
 */
export function postgresStore<Database extends Queryable>(
  database: Database,
): EventStore<PostgresContextOf<Database>> {
  return {
    place: database,
    claim: (key, leaseMs) => claim(database, key, leaseMs),
    complete: (key, token) => complete(database, key, token),
    async release({ tenantId, eventId }, token) {
      await database.query(RELEASE, [tenantId, eventId, token]);
    },
  };
}

async function claim<Context>(database: Queryable, key: EventKey, leaseMs: number): Promise<Claim<Context>> {
  const { tenantId, eventId } = key;
  const claimed = await database.query(CLAIM, [tenantId, eventId, leaseMs]);
  if (claimed.rows.length > 0) {
    const { token } = claimed.rows[0] as { token: string };
    return { state: 'claimed', token, context: contextOf(database, key, token) as Context };
  }
  const { rows } = await database.query(READ_STATE, [tenantId, eventId]);
  // No row if it was deleted between the two statements.
  const { state, remaining } = (rows[0] ?? { state: 'busy', remaining: 0 }) as {
    state: string;
    remaining: unknown;
  };
  return state === 'done' ? { state } : { state: 'busy', leaseMs: Number(remaining) };
}

async function complete(
  database: Queryable,
  { tenantId, eventId }: EventKey,
  token: string,
): Promise<boolean> {
  return (await database.query(COMPLETE, [tenantId, eventId, token])).rows.length > 0;
}

function contextOf(
  database: Queryable | ConnectionPool,
  key: EventKey,
  token: string,
): PostgresPoolContext<PooledClient> {
  const completeIn = async (transaction: Queryable): Promise<void> => {
    if (await complete(transaction, key, token)) return;
    throw new Error(`The lease of event ${key.eventId} had expired, and another delivery claimed it.`);
  };
  return {
    completeIn,
    async transaction(work) {
      if (!('connect' in database)) {
        throw new ConfigurationError(
          'transaction() needs a pool with connect(), but postgresStore got only query(). Use completeIn(transaction).',
        );
      }
      return inTransaction(database, async (client) => {
        const result = await work(client);
        await completeIn(client);
        return result;
      });
    },
  };
}
