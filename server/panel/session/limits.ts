import type { LoginState } from './session.ts';

/** A working day. After that even a session in use asks for the password again (OWASP: 4 to 8 h for an office worker; ours allows a long shift). */
export const ABSOLUTE_MS = 12 * 3_600_000;

export const absoluteLimitPassed = ({ startedAt }: LoginState, nowMs: number): boolean =>
  nowMs - startedAt > ABSOLUTE_MS;
