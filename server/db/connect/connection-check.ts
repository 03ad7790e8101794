import pg from 'pg';
import { withTimeout } from '../wire/query-timeouts.ts';
import { LIMITS_HOLD } from './time-limits.ts';

/** One of several hosts is a standby: the next one may be the primary. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
}

/** A pooler hands session settings on to other clients, and passes on neither notifications nor session locks. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
  constructor() {
    super(
      'DATABASE_URL leads to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to PostgreSQL itself, for migrations and workers.',
    );
  }
}

interface ConnectionFacts {
  readonly readOnly: boolean;
  /** Whether PostgreSQL took the time-outs of the connection's first message. */
  readonly limited: boolean;
}

const CHECK = `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly", ${LIMITS_HOLD} AS limited`;

export async function checkConnection(client: pg.ClientBase, timeoutMs?: number): Promise<ConnectionFacts> {
  return (await client.query<ConnectionFacts>(withTimeout({ text: CHECK }, timeoutMs))).rows[0]!;
}

/** PgBouncer accepts only the settings that it can tell apart per client. */
export const isStartupRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '08P01' && /startup parameter/.test(error.message);

/** Starting up or shutting down, or too many connections: another host may do better. */
const HOST_AWAY = /^(57P0[1-5]|53300|08...)$/;
/** pg's pool says this when all its connections are in use, which is no fault of the host. */
const POOL_FULL = 'timeout exceeded when trying to connect';

/** The pool has more requests than connections, which says nothing about the database. */
export const isPoolFull = (error: unknown): boolean => error instanceof Error && error.message === POOL_FULL;

/** Marks an error as one of connecting: nothing was sent, and a later try may succeed, once the operator has helped. */
export const markConnectFailure = (error: unknown): void => {
  if (error instanceof Error) Object.assign(error, { connecting: true });
};

export const isConnectFailure = (error: Error): boolean =>
  (error as { connecting?: boolean }).connecting === true;

/** Whether the host can't serve now, as opposed to a wrong password. */
export function isHostAway(error: unknown): boolean {
  if (error instanceof StandbyError) return true;
  if (error instanceof pg.DatabaseError) return HOST_AWAY.test(error.code ?? '');
  return error instanceof Error && !isPoolFull(error) && !(error instanceof PoolerError);
}
