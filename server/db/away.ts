import pg from 'pg';

/** Connection failures, too many connections, and a server that starts up or shuts down. */
const AWAY = /^(08...|53300|57P0[123])$/;
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg and its pool say without a code. */
const MESSAGE = /timeout|Connection terminated|not queryable|Client was closed/i;

/** Whether an error means that the database cannot be reached or does not answer, so that a later try may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  if (error instanceof pg.DatabaseError) return AWAY.test(code);
  return SOCKET.has(code) || MESSAGE.test(error.message);
}
