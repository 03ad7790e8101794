import type { Request } from 'express';
import type { LoginRecord } from '../../accounts/staff/login-records.ts';
import { USE_RESOLUTION_MS } from './limits.ts';

/** Who is logged in, as the session remembers it. The rest is read anew for each request. */
export interface LoginState {
  readonly tenantId: number;
  readonly userId: number;
  /** The user's session_version at login; see findSessionOwner. */
  readonly version: number;
  /** When the login took place, in ms since 1970. */
  readonly startedAt: number;
  /** When the user last asked for a page, within a minute. A live stream asks for nothing. */
  readonly usedAt: number;
}

/** Several tenants know the address and the password, and one has to be chosen. */
export interface TenantChoice {
  readonly users: readonly (LoginRecord & { readonly tenantName: string })[];
  /** Where to go after the login. */
  readonly next: string;
  /** When the password was entered, in ms since 1970. */
  readonly startedAt: number;
}

declare module 'express-session' {
  interface SessionData {
    login: LoginState;
    choice: TenantChoice;
    /** Shown once, on the next page. */
    notice: string;
  }
}

/** A visitor's session. Nothing is stored and no cookie is sent before something is set. */
export interface PanelSession {
  readonly login: LoginState | undefined;
  /** Starts a session under a new id, so that one that an attacker planted before the login is worth nothing. */
  logIn(login: LoginState): Promise<void>;
  /** The visitor goes on with a new, empty session. */
  logOut(): Promise<void>;
  /** Notes that the user did something, so that the idle time begins anew. */
  use(nowMs: number): void;
  readonly choice: TenantChoice | undefined;
  /** Begins a login under a new id; logIn ends it. */
  offerChoice(choice: TenantChoice): Promise<void>;
  /** Whether the session is still stored: it isn't after a logout in another tab. */
  isStored(): Promise<boolean>;
  setNotice(notice: string): void;
  /** Returns the notice and forgets it. */
  takeNotice(): string | undefined;
}

/** A request that was refused before its session was loaded has none. */
export function sessionOf(req: Request & { readonly session?: Request['session'] }): PanelSession {
  return {
    get login() {
      return req.session?.login;
    },
    logIn: async (login) => {
      await settled((done) => req.session.regenerate(done));
      req.session.login = login;
    },
    logOut: () => settled((done) => req.session.regenerate(done)),
    use: (nowMs) => {
      const { login } = req.session;
      if (login && nowMs - login.usedAt >= USE_RESOLUTION_MS) req.session.login = { ...login, usedAt: nowMs };
    },
    get choice() {
      return req.session.choice;
    },
    offerChoice: async (choice) => {
      await settled((done) => req.session.regenerate(done));
      req.session.choice = choice;
    },
    isStored: () =>
      new Promise((resolve, reject) =>
        req.sessionStore.get(req.sessionID, (error: unknown, found) =>
          error ? reject(error as Error) : resolve(found?.login !== undefined),
        ),
      ),
    setNotice: (notice) => {
      req.session.notice = notice;
    },
    takeNotice: () => {
      const notice = req.session?.notice;
      if (notice !== undefined) delete (req.session as { notice?: string }).notice;
      return notice;
    },
  };
}

const settled = (work: (done: (error: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => work((error) => (error ? reject(error as Error) : resolve())));
