import type { RequestHandler } from 'express';
import session from 'express-session';
import { SessionStore, type SessionStoreDeps } from './session-store.ts';

export interface Sessions {
  readonly middleware: RequestHandler;
  close(): Promise<void>;
}

interface SessionsDeps extends SessionStoreDeps {
  readonly config: { readonly production: boolean };
  /** The first one signs new cookies, each of them may verify. */
  readonly sessionSecrets: readonly string[];
}

export function openSessions(deps: SessionsDeps): Sessions {
  const { config, sessionSecrets, site } = deps;
  const { cookie, absoluteMs } = site.sessions;
  const store = new SessionStore(deps);
  const middleware = session({
    store,
    name: config.production ? `__Host-${cookie}` : cookie,
    secret: [...sessionSecrets],
    resave: false,
    saveUninitialized: false,
    cookie: {
      // __Host- cookies need it. The API takes no cookies.
      path: '/',
      httpOnly: true,
      // Strict would show the login page to whoever follows a link from an e-mail or a chat. Nothing is changed by a GET.
      sameSite: 'lax',
      secure: config.production,
      maxAge: absoluteMs,
    },
  });
  return { middleware, close: async () => store.close() };
}
