/** A working day, and a long shift. After that even a session in use asks for the password again (OWASP: 4 to 8 h for an office worker). */
export const ABSOLUTE_MS = 12 * 3_600_000;
/**
 * A session that nobody uses for this long ends. OWASP asks for 15 to 30 min for low-risk applications; staff keep the list
 * of deliveries open beside other work, and an abandoned browser is covered by the lock of its screen.
 */
export const IDLE_MS = 2 * 3_600_000;
/** How exact the time of the last use is. It keeps most requests from writing the session. */
export const USE_RESOLUTION_MS = 60_000;

interface Times {
  readonly startedAt: number;
  readonly usedAt: number;
}

export const isOver = ({ startedAt, usedAt }: Times, nowMs: number): boolean =>
  nowMs - startedAt > ABSOLUTE_MS || nowMs - usedAt > IDLE_MS;
