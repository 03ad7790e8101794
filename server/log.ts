import pg from 'pg';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** A PostgreSQL error has rows and values in `detail`, `where` and other fields: names, prices, tax ids. */
function errorForLog(error: Error): object {
  const { code, constraint, table } =
    error instanceof pg.DatabaseError ? error : ({} as Partial<pg.DatabaseError>);
  const { statement } = error as { statement?: string };
  return {
    type: error.name,
    message: code === undefined ? error.message : undefined,
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
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers,
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
