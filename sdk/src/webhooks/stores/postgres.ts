import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { Claim, EventKey, EventStore } from './event-store.ts';
import { contextOf, type PostgresContext, type PostgresPoolContext } from './postgres-context.ts';
import { CLAIM, COMPLETE, COMPLETE_IN, READ_STATE, RELEASE } from './postgres-statements.ts';
import type { Queryable } from './postgres-transaction.ts';

export type { PostgresContext, PostgresPoolContext } from './postgres-context.ts';
export { CREATE_TABLE, DELETE_OLD } from './postgres-statements.ts';
export type { ConnectionPool, PooledClient, Queryable } from './postgres-transaction.ts';

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
  if (typeof database?.query !== 'function')
    throw new ConfigurationError('postgresStore needs a pool of pg, or something with its query().');
  // biome-ignore lint/complexity/noArguments: a parameter would be one more in the types
  if (arguments.length > 1)
    throw new ConfigurationError('postgresStore has no options: it takes just the database.');
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
    const { context, ended } = contextOf(database, key.eventId, (transaction) =>
      complete(transaction, key, token, COMPLETE_IN),
    );
    return { state: 'claimed', token, context: context as Context, ended };
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
  statement = COMPLETE,
): Promise<boolean> {
  return (await database.query(statement, [tenantId, eventId, token])).rows.length > 0;
}
