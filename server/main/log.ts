import { type DestinationStream, type Logger, pino } from 'pino';
import { VERSION } from '../base/version.ts';
import { type DatabaseError, isDatabaseError, messageWithoutValues } from '../db/wire/errors.ts';
import type { Config, Role } from './config.ts';

/** A PostgreSQL error has rows and values in `detail`, `where` and other fields: names, prices, tax ids. */
function errorForLog(error: Error): object {
  const { code, constraint, table } = isDatabaseError(error) ? error : ({} as Partial<DatabaseError>);
  const { statement } = error as { statement?: string };
  return {
    type: error.name,
    message: isDatabaseError(error) ? messageWithoutValues(error) : error.message,
    code,
    constraint,
    table,
    statement,
    stack: stackOf(error),
  };
}

/** The frames without the message, which may quote a value. */
const stackOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

export const serializers = { err: errorForLog };

/** Logs go to standard error, because standard output is for the results of commands. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  roles: readonly Role[] = [],
  exported?: DestinationStream,
): Logger {
  const stderr = pino.destination({ fd: 2, sync: false });
  return pino(
    {
      level: logLevel,
      base: { pid: process.pid, role: roles.join(',') || undefined, version: VERSION },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers,
    },
    exported
      ? pino.multistream([stderr, exported].map((stream) => ({ stream, level: 'trace' as const })))
      : stderr,
  );
}
