import { CommanderError } from 'commander';
import { ConfigError, StartError } from '../../base/environment/start-error.ts';
import { PoolerError, StandbyError } from '../../db/connect/connection-check.ts';
import { OutcomeUnknownError } from '../../db/pool/outcome-unknown-error.ts';
import { isDatabaseUnavailable } from '../../db/pool/unavailable.ts';
import { isDatabaseError, messageWithoutValues } from '../../db/wire/errors.ts';
import { printable } from './print.ts';

/** An unknown command or option, or one without its value, is a wrong setting like those of the environment. */
const WRONG_SETTINGS = 2;

export interface Failure {
  readonly exitCode: number;
  readonly text: string;
  /** A mistake of ours, whose text is a stack. */
  readonly unexpected: boolean;
}

/** How a command ends that has thrown. Commander has written its text itself, and throws for --help too. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError)
    return { exitCode: error.exitCode === 0 ? 0 : WRONG_SETTINGS, text: '', unexpected: false };
  const isSetting = error instanceof ConfigError || error instanceof PoolerError;
  const explained = explain(error);
  const text = `${(explained ?? stackOf(error)).split('\n').map(printable).join('\n')}\n`;
  return { exitCode: isSetting ? WRONG_SETTINGS : 1, text, unexpected: explained === undefined };
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Errors that the operator can fix are explained; others are printed with their stack. */
function explain(error: unknown): string | undefined {
  if ([ConfigError, PoolerError, StartError].some((explained) => error instanceof explained))
    return (error as Error).message;
  return refusalOf(error);
}

/** What the operator can do about the errors of PostgreSQL that don't say it themselves. */
const REMEDIES: Readonly<Record<string, string>> = {
  '25006': 'Run the command on the primary, or end the read-only mode.',
  '42501': 'Grant the right, or change the user in DATABASE_URL.',
  '53100': 'Free space on its disk.',
  '53300': 'Raise its connection limit, or end other connections.',
};

/** One sentence for a database that refuses a command's work, or undefined for any other error. */
function refusalOf(error: unknown): string | undefined {
  const { code = '' } = error as { code?: string };
  if (isDatabaseError(error)) {
    if (code === '42P01') return 'The database has no tables yet. Run: tradepost migrate';
    if (!isDatabaseUnavailable(error)) return undefined;
    const remedy = REMEDIES[code] ?? 'Run the command again when that has passed.';
    return `PostgreSQL refuses it (${code}): ${messageWithoutValues(error)}. ${remedy}`;
  }
  if (code === 'ECONNREFUSED') return 'The database of DATABASE_URL cannot be reached anymore.';
  if (error instanceof OutcomeUnknownError)
    return `It isn't known whether it was done: ${error.message}. Look before you run the command again.`;
  if (error instanceof StandbyError) return 'No host of DATABASE_URL takes writes.';
  if (isDatabaseUnavailable(error))
    return `The database of DATABASE_URL doesn't answer anymore: ${(error as Error).message}.`;
  return undefined;
}
