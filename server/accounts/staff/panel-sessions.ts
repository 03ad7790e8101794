import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { UserKey } from './users.ts';

/** The table with the sessions of users, or of operators. */
export type SessionTable = 'sessions' | 'operator_sessions';

/** Stores a session that was loaded before, unless it has been deleted since: a request in flight must not undo a logout. */
export async function updateStoredSession(
  db: Querier,
  table: SessionTable,
  sid: string,
  session: object,
  expiresAt: Date,
): Promise<void> {
  const values = { sess: JSON.stringify(session), expire: expiresAt };
  await runQuery(db, build(table).withSchema('panel').where({ sid }).update(values));
}

/** Deletes the sessions of a tenant's users, and those in which it was to be chosen. There is no index: for what is rare. */
export async function deleteSessionsOf(db: Querier, tenantId: number): Promise<number> {
  const sessions = build('sessions').withSchema('panel').whereRaw(OF_TENANT, [tenantId, tenantId]);
  return (await runQuery(db, sessions.delete().returning('sid'))).length;
}

const OF_TENANT = `(sess -> 'login' ->> 'tenantId')::int = ? OR EXISTS (
  SELECT FROM json_array_elements(coalesce(sess -> 'choice' -> 'users', '[]')) u WHERE (u ->> 'tenantId')::int = ?)`;

/** The stored sessions of a user, whether or not they are over; the panel knows what it wrote into them. */
export async function listStoredSessions<Session extends object>(
  db: Querier,
  { tenantId, id }: UserKey,
): Promise<{ readonly sid: string; readonly session: Session }[]> {
  const query = build('sessions')
    .withSchema('panel')
    .whereRaw("sess #>> '{login,tenantId}' = ? AND sess #>> '{login,userId}' = ?", [`${tenantId}`, `${id}`])
    .where('expire', '>', build.fn.now());
  const rows = await runQuery<{ sid: string; sess: string }>(db, query.select('sid', 'sess'));
  return rows.map(({ sid, sess }) => ({ sid, session: JSON.parse(sess) as Session }));
}

export const deleteStoredSession = (db: Querier, sid: string): Promise<object[]> =>
  runQuery(db, build('sessions').withSchema('panel').where({ sid }).delete());
