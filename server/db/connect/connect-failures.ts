import { clientFailureOf } from '../wire/errors.ts';
import { markConnectFailure } from './connection-check.ts';
import { refusesAll } from './connection-mistake.ts';
import { RecentFailure } from './recent-failure.ts';

/**
 * Remembers for a moment that the database refuses new connections, although older ones may work. An attempt that timed out or was
 * reset says nothing about the next one: whether the database is away, /readyz asks the database.
 */
export class ConnectFailures extends RecentFailure {
  /** Takes note of an error, and returns it for the caller to throw. */
  noteError(error: unknown): unknown {
    if (clientFailureOf(error) === 'pool_full') return error;
    markConnectFailure(error);
    const { code = 'refused' } = error as { code?: string };
    // Anybody can read /readyz, so without the message, which names the user.
    if (refusesAll(error)) this.note(`new connections to the database fail (${code})`);
    return error;
  }
}
