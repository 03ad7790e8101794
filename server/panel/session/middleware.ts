import connectPgSimple from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Context } from '../../context.ts';
import type { Querier } from '../../db/querier.ts';

/** A session without requests for this long ends. OWASP asks for 15 to 30 min for low-risk applications; staff keep the list of deliveries open beside other work. */
export const IDLE_MS = 2 * 3_600_000;
/** How often expired sessions are deleted. They are refused anyway. */
const PRUNE_SECONDS = 15 * 60;

export interface Sessions {
  readonly middleware: RequestHandler;
  close(): Promise<void>;
}

const PgStore = connectPgSimple(session);

/** Sessions in PostgreSQL, so that any process can serve the next request. */
export function openSessions({ db, config, log, sessionSecrets }: Context): Sessions {
  const store = new PgStore({
    pool: poolOf(db) as never,
    schemaName: 'panel',
    tableName: 'sessions',
    pruneSessionInterval: PRUNE_SECONDS,
    errorLog: (message: string, error: unknown) => log.warn({ err: error }, message),
  });
  const middleware = session({
    store,
    name: config.production ? '__Host-tradepost_session' : 'tradepost_session',
    secret: [...sessionSecrets],
    resave: false,
    saveUninitialized: false,
    rolling: true,
    // The path is / because __Host- cookies need it; the API takes no cookies.
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: config.production, maxAge: IDLE_MS },
  });
  return { middleware, close: async () => store.close() };
}

/** connect-pg-simple uses only `query` of a pool. This way its queries share our pool's time-outs. */
function poolOf(db: Querier): { query(text: string, values?: unknown[]): Promise<{ rows: object[] }> } {
  return { query: async (text, values = []) => ({ rows: await db.query(text, values) }) };
}
