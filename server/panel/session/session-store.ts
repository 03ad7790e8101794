import connectPgSimple from 'connect-pg-simple';
import session, { type SessionData } from 'express-session';
import type { Logger } from 'pino';
import { updateStoredSession } from '../../accounts/staff/panel-sessions.ts';
import type { Querier } from '../../db/querier.ts';
import type { Site } from './site.ts';

declare module 'express-session' {
  interface SessionData {
    /** It came from the store, where a logout may have deleted it since. */
    loaded?: true;
  }
}

/** How often expired sessions are deleted. They are refused anyway. */
const PRUNE_SECONDS = 15 * 60;

const PgStore = connectPgSimple(session);
type Done = (error?: unknown) => void;

export interface SessionStoreDeps {
  readonly db: Querier;
  readonly log: Logger;
  readonly site: Site;
}

/** Sessions in PostgreSQL, so that any process can serve the next request. */
export class SessionStore extends PgStore {
  readonly #db: Querier;
  readonly #sessions: Site['sessions'];

  constructor({ db, log, site }: SessionStoreDeps) {
    super({
      pool: poolOf(db) as never,
      schemaName: 'panel',
      tableName: site.sessions.table,
      pruneSessionInterval: PRUNE_SECONDS,
      // The session notes its last use itself (session.ts): the library would count a live stream as one.
      disableTouch: true,
      errorLog: (message: string, error: unknown) => log.warn({ err: error }, message),
    });
    this.#db = db;
    this.#sessions = site.sessions;
  }

  override get(sid: string, done: (error: unknown, found?: SessionData | null) => void): void {
    super.get(sid, (error: unknown, found?: SessionData | null) =>
      done(error, found && { ...found, loaded: true }),
    );
  }

  override set(sid: string, data: SessionData, done?: Done): void {
    if (!data.loaded) {
      super.set(sid, data, done);
      return;
    }
    const { table, absoluteMs } = this.#sessions;
    const expiresAt = data.cookie.expires ?? new Date(Date.now() + absoluteMs);
    updateStoredSession(this.#db, table, sid, data, new Date(expiresAt)).then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  }
}

/** connect-pg-simple uses only `query` of a pool. This way its queries share our pool's time-outs. */
function poolOf(db: Querier): { query(text: string, values?: unknown[]): Promise<{ rows: object[] }> } {
  return { query: async (text, values = []) => ({ rows: await db.query(text, values) }) };
}
