import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';

/** Stores a session that was loaded before, unless it has been deleted since: a request in flight must not undo a logout. */
export async function updateStoredSession(
  db: Querier,
  sid: string,
  session: object,
  expiresAt: Date,
): Promise<void> {
  const values = { sess: JSON.stringify(session), expire: expiresAt };
  await runQuery(db, build('sessions').withSchema('panel').where({ sid }).update(values));
}
