import { ConfigurationError } from '../../errors/tradepost-error.ts';
import {
  type ConnectionPool,
  inTransaction,
  type PooledClient,
  type Queryable,
} from './postgres-transaction.ts';

/** Passed to handlers, to commit their work together with the record that the event is done. */
export interface PostgresContext {
  /**
   * Marks the event as done in a transaction of yours, of any library. Call it last before the commit. It rejects if
   * another delivery has claimed the event, or the handler has completed it before; roll back then, as most libraries do on
   * an error. When you have committed, the event is done, even if the handler throws afterwards.
   */
  completeIn(transaction: Queryable): Promise<void>;
}

export interface PostgresPoolContext<Client> extends PostgresContext {
  /**
   * Runs `work` in a transaction that also marks the event as done. Both are committed, or neither. `work` has no COMMIT or
   * ROLLBACK of its own: throw instead. Do everything else before it or in it: once it has committed, the event is done, even
   * if the handler throws afterwards. It rejects if it is called again, unless it failed the first time, and after the handler
   * has returned.
   */
  transaction<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
}

const ONCE =
  'transaction() was called before, which marks the event as done. Call it once, with all of the work in it.';
const COMPLETED =
  'The event is marked as done already. Do all of the work in one transaction, and call completeIn() in it once; transaction() does so by itself.';
const NOT_A_TRANSACTION =
  'completeIn() needs what runs the statements of your transaction, with a query(), such as the client that began it. A pool would mark the event outside of it.';
const RETURNED = 'transaction() was called after the handler had returned. Await all that the handler does.';
const NEEDS_POOL =
  'transaction() needs a pool, and postgresStore got a single client or only query(). Pass it a Pool of pg, or use completeIn(transaction).';

/** What the handler of one claim gets, and what to call when it has returned. */
export function contextOf(
  database: Queryable | ConnectionPool,
  eventId: string,
  complete: (transaction: Queryable) => Promise<boolean>,
): { context: PostgresPoolContext<PooledClient>; ended(): unknown } {
  let completed = false; // unless that transaction was rolled back
  let begun = false; // and not failed: the handler may repeat a transaction that failed
  let open: Promise<unknown> | undefined;
  let returned = false;
  const completeIn = async (transaction: Queryable): Promise<void> => {
    if (typeof transaction?.query !== 'function' || isPool(transaction))
      throw new ConfigurationError(NOT_A_TRANSACTION);
    if (await complete(transaction)) completed = true;
    else if (completed) throw new ConfigurationError(COMPLETED);
    else throw new Error(`The lease of event ${eventId} had expired, and another delivery claimed it.`);
  };
  async function transact<Result>(work: (client: PooledClient) => Promise<Result>): Promise<Result> {
    try {
      return await inTransaction(database as ConnectionPool, work, completeIn);
    } catch (error) {
      begun = false;
      throw error;
    } finally {
      open = undefined;
    }
  }
  const context: PostgresPoolContext<PooledClient> = {
    completeIn,
    transaction(work) {
      const problem = returned ? RETURNED : begun ? ONCE : isPool(database) ? undefined : NEEDS_POOL;
      if (problem) return Promise.reject(new ConfigurationError(problem));
      begun = true;
      const result = transact(work);
      open = result;
      result.catch(() => {}); // without `await` it would end the process; `ended` reports it
      return result;
    },
  };
  return {
    context,
    ended() {
      returned = true;
      return open;
    },
  };
}

/** A client of pg has a connect() too, but just one connection, which all handlers would share. */
const isPool = (database: object): boolean => 'connect' in database && !('escapeIdentifier' in database);
