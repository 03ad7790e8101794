import { CommanderError } from 'commander';
import { ConfigError, StartError } from '../../base/environment/start-error.ts';
import { PoolerError } from '../../db/connect/connection-check.ts';
import { printable } from './printable.ts';
import { refusalOf } from './refusal.ts';

/** An unknown command or option, or one without its value, is a wrong setting like those of the environment. */
const WRONG_SETTINGS = 2;

export interface Failure {
  readonly exitCode: number;
  readonly text: string;
}

/** How a command ends that has thrown. Commander has written its text itself, and throws for --help too. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError)
    return { exitCode: error.exitCode === 0 ? 0 : WRONG_SETTINGS, text: '' };
  const isSetting = error instanceof ConfigError || error instanceof PoolerError;
  const text = `${explain(error).split('\n').map(printable).join('\n')}\n`;
  return { exitCode: isSetting ? WRONG_SETTINGS : 1, text };
}

/** Errors that the operator can fix are explained; others are printed with their stack. */
function explain(error: unknown): string {
  if ([ConfigError, PoolerError, StartError].some((explained) => error instanceof explained))
    return (error as Error).message;
  return refusalOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
