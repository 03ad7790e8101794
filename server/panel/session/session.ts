import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { LoginRecord } from '../../accounts/staff/login-records.ts';
import type { SessionKey } from '../../accounts/staff/people.ts';
import type { Site } from './site.ts';

/** How exact the time of the last use is. It keeps most requests from writing the session. */
const USE_RESOLUTION_MS = 60_000;

/**
 * How long the user needn't show again who it is before keys, secrets and people. A login counts: it was shown just then. As long
 * as OWASP's shortest idle time; GitHub takes 2 h.
 */
const CONFIRMED_MS = 15 * 60_000;
/** How long the pages between a password and the session may stay open. Then the password has to be entered again. */
const HALFWAY_MS = 5 * 60_000;

/** Who is logged in, as the session remembers it. The rest is read anew for each request. */
export interface LoginState extends SessionKey {
  /** When the login took place, in ms since 1970. */
  readonly startedAt: number;
  /** When the user last asked for a page, within a minute. A live stream asks for nothing. */
  readonly usedAt: number;
  /** When the user last showed who it is, by a login or again since. */
  readonly confirmedAt?: number;
  /** Where the login came from, for the list of sessions. */
  readonly agent?: string;
  readonly address?: string;
}

export const isOver = ({ startedAt, usedAt }: LoginState, { sessions }: Site, nowMs: number): boolean =>
  nowMs - startedAt > sessions.absoluteMs || nowMs - usedAt > sessions.idleMs;

/**
 * The password was right, and the login isn't done: several tenants know the address and one has to be chosen, or the one user's
 * code is missing.
 */
export interface HalfwayLogin {
  readonly users: readonly HalfwayUser[];
  /** Where to go after the login. */
  readonly next: string;
  /** When the password was entered, in ms since 1970. */
  readonly startedAt: number;
}

export type HalfwayUser = LoginRecord & { readonly tenantName: string; readonly secondFactor: boolean };

/** A form that came after its session had ended, and that is shown again after the login. */
export interface KeptForm {
  /** Where it was sent. */
  readonly action: string;
  /** The page that has it. */
  readonly page: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The id itself is in no page: with our secret it would be a cookie. */
export const sessionName = (sid: string): string =>
  createHash('sha256').update(sid).digest('base64url').slice(0, 22);

/** An operator looks at a tenant's panel, until then. */
export interface View {
  readonly tenantId: number;
  /** In ms since 1970. */
  readonly until: number;
}

declare module 'express-session' {
  interface SessionData {
    login: LoginState;
    halfway: HalfwayLogin;
    /** Shown once, on the next page. */
    notice: string;
    /** Shown once, on its page. */
    kept: KeptForm;
    view: View;
  }
}

/**
 * A visitor's session. Nothing is stored and no cookie is sent before something is set. A request that was refused before its
 * session was loaded has none.
 */
export class PanelSession {
  readonly #req: Request & { readonly session?: Request['session'] };

  constructor(req: Request) {
    this.#req = req;
  }

  get login(): LoginState | undefined {
    return this.#req.session?.login;
  }

  /** Undefined once it's too old. */
  halfway(nowMs: number): HalfwayLogin | undefined {
    const { halfway } = this.#req.session;
    return halfway && nowMs - halfway.startedAt <= HALFWAY_MS ? halfway : undefined;
  }

  /** Names the session where it is listed. It opens nothing. */
  get name(): string {
    return sessionName(this.#req.sessionID);
  }

  isConfirmed(nowMs: number): boolean {
    return nowMs - (this.login?.confirmedAt ?? Number.NEGATIVE_INFINITY) <= CONFIRMED_MS;
  }

  confirm(nowMs: number): void {
    if (this.login) this.#req.session.login = { ...this.login, confirmedAt: nowMs };
  }

  /** Goes on under a new id, so that a session that an attacker planted before the login is worth nothing. */
  async begin(state: Partial<Pick<SessionData, 'login' | 'halfway' | 'kept'>> = {}): Promise<void> {
    await new Promise<void>((resolve, reject) =>
      this.#req.session.regenerate((error: unknown) => (error ? reject(error as Error) : resolve())),
    );
    Object.assign(this.#req.session, state);
  }

  /** Notes that the user did something, so that the idle time begins anew. */
  use(nowMs: number): void {
    const { login } = this;
    if (login && nowMs - login.usedAt >= USE_RESOLUTION_MS)
      this.#req.session.login = { ...login, usedAt: nowMs };
  }

  /** Whether the session is still stored: it isn't after a logout in another tab. */
  isStored(): Promise<boolean> {
    const { sessionStore, sessionID } = this.#req;
    return new Promise((resolve, reject) =>
      sessionStore.get(sessionID, (error: unknown, found) =>
        error ? reject(error as Error) : resolve(found?.login !== undefined),
      ),
    );
  }

  /** Returns the form that the page at this path had, and forgets it. */
  takeKeptForm(path: string): KeptForm | undefined {
    const kept = this.#req.session?.kept;
    if (kept?.page.split('?', 1)[0] !== path) return undefined;
    delete (this.#req.session as { kept?: KeptForm }).kept;
    return kept;
  }

  /** Undefined once it's over. */
  view(nowMs: number): View | undefined {
    const { view } = this.#req.session;
    return view && nowMs < view.until ? view : undefined;
  }

  setView(view: View | undefined): void {
    if (view) this.#req.session.view = view;
    else delete (this.#req.session as { view?: View }).view;
  }

  setNotice(notice: string): void {
    this.#req.session.notice = notice;
  }

  /** Returns the notice and forgets it. */
  takeNotice(): string | undefined {
    const notice = this.#req.session?.notice;
    if (notice !== undefined) delete (this.#req.session as { notice?: string }).notice;
    return notice;
  }
}
