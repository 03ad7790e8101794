import type { Request } from 'express';

/** Who is logged in, as the session remembers it. The rest is read anew for each request. */
export interface LoginState {
  readonly tenantId: number;
  readonly userId: number;
  /** The user's session_version at login; see findSessionOwner. */
  readonly version: number;
  /** When the login took place, in ms since 1970. */
  readonly startedAt: number;
}

declare module 'express-session' {
  interface SessionData {
    login: LoginState;
    /** Shown once, on the next page. */
    notice: string;
  }
}

/** A visitor's session. Nothing is stored and no cookie is sent before something is set. */
export interface PanelSession {
  readonly login: LoginState | undefined;
  /** Starts a session under a new id, so that one that an attacker planted before the login is worth nothing. */
  logIn(login: LoginState): Promise<void>;
  logOut(): Promise<void>;
  setNotice(notice: string): void;
  /** Returns the notice and forgets it. */
  takeNotice(): string | undefined;
}

export function sessionOf(req: Request): PanelSession {
  return {
    get login() {
      return req.session.login;
    },
    logIn: async (login) => {
      await settled((done) => req.session.regenerate(done));
      req.session.login = login;
    },
    logOut: () => settled((done) => req.session.destroy(done)),
    setNotice: (notice) => {
      req.session.notice = notice;
    },
    takeNotice: () => {
      const { notice } = req.session;
      if (notice !== undefined) delete (req.session as { notice?: string }).notice;
      return notice;
    },
  };
}

const settled = (work: (done: (error: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => work((error) => (error ? reject(error as Error) : resolve())));
