import { clientFailureOf, isDatabaseError } from '../wire/errors.ts';
import type { PgClient } from '../wire/pg-client.ts';
import { limitsHold, type StartupLimits, startupLimits } from './time-limits.ts';

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
  /** Whether the tables are distributed over several machines (docs/scaling.md). The extension alone doesn't tell. */
  readonly distributed: boolean;
}

/** Refuses a standby, if it must take writes. */
export async function checkConnection(
  client: PgClient,
  timeoutMs: number,
  mustWrite: boolean,
  limits: StartupLimits = startupLimits,
): Promise<ConnectionFacts> {
  const text = `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly", ${limitsHold(limits)} AS limited,
    to_regproc('insert_rows') IS NOT NULL AS distributed`;
  const [facts] = await client.queryWithin<ConnectionFacts>(timeoutMs, { text });
  if (mustWrite && facts!.readOnly) throw new StandbyError('the host takes no writes');
  return facts!;
}

/** PgBouncer accepts only the settings that it can tell apart per client. */
export const isStartupRefused = (error: unknown): boolean =>
  isDatabaseError(error) && error.code === '08P01' && /startup parameter/.test(error.message);

/** Starting up or shutting down, or too many connections: another host may do better. */
const HOST_AWAY = /^(57P0[1-5]|53300|08...)$/;

/** Marks an error as one of connecting: nothing was sent, and a later try may succeed, once the operator has helped. */
export const markConnectFailure = (error: unknown): void => {
  if (error instanceof Error) Object.assign(error, { connecting: true });
};

export const isConnectFailure = (error: Error): boolean =>
  (error as { connecting?: boolean }).connecting === true;

/** Whether the host can't serve now, as opposed to a wrong password. */
export function isHostAway(error: unknown): boolean {
  if (error instanceof StandbyError) return true;
  if (isDatabaseError(error)) return HOST_AWAY.test(error.code ?? '');
  return error instanceof Error && clientFailureOf(error) !== 'pool_full' && !(error instanceof PoolerError);
}
