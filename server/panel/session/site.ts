import { OPERATORS } from '../../accounts/operators/login.ts';
import type { SessionTable } from '../../accounts/staff/panel-sessions.ts';
import { type People, STAFF } from '../../accounts/staff/people.ts';

const HOUR_MS = 3_600_000;

/** Pages at an address of their own, and who logs in there. */
export interface Site {
  readonly name: 'panel' | 'console';
  readonly path: '/panel' | '/console';
  readonly people: People;
  readonly sessions: {
    readonly table: SessionTable;
    readonly cookie: string;
    /** Even a session in use ends after this long. */
    readonly absoluteMs: number;
    /** A session that nobody uses for this long ends. */
    readonly idleMs: number;
  };
}

export const PANEL: Site = {
  name: 'panel',
  path: '/panel',
  people: STAFF,
  sessions: {
    table: 'sessions',
    cookie: 'tradepost_session',
    // A working day, and a long shift (OWASP: 4 to 8 h for an office worker).
    absoluteMs: 12 * HOUR_MS,
    // OWASP asks for 15 to 30 min for low-risk applications; staff keep the list of deliveries open beside other work, and an
    // abandoned browser is covered by the lock of its screen.
    idleMs: 2 * HOUR_MS,
  },
};

export const CONSOLE: Site = {
  name: 'console',
  path: '/console',
  people: OPERATORS,
  sessions: {
    table: 'operator_sessions',
    cookie: 'tradepost_console',
    // OWASP's, for both: an operator's browser opens every tenant, and nobody keeps a page of the console open to watch it.
    absoluteMs: 8 * HOUR_MS,
    idleMs: HOUR_MS / 2,
  },
};
