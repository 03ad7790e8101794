import os from 'node:os';
import type { Command } from 'commander';
import type { Actor } from '../../accounts/audit/actor.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { withContext } from './database.ts';
import { command, type Terminal } from './new-program.ts';
import { requireName } from './option-checks.ts';
import { type CommandResult, type CommandRows, print } from './print.ts';

/** What a command works with. */
export interface CommandContext extends Context {
  /** Whoever runs it. */
  readonly operator: Actor;
}

export type Work<A extends unknown[]> = (
  context: CommandContext,
  ...args: A
) => Promise<CommandResult | CommandRows>;

interface CommonOptions {
  readonly json?: boolean;
  readonly operator?: string;
  readonly reason?: string;
}

/** The action of a command that works on the database and prints its result. */
export const actionOn =
  ({ env, stdout }: Terminal) =>
  <A extends unknown[]>(work: Work<A>) =>
  async (...args: [...A, Command]): Promise<void> => {
    const options = (args.at(-1) as Command).opts<CommonOptions>();
    const operator = operatorOf(options);
    const report = await withContext(readConfig(env), (context) =>
      work({ ...context, operator }, ...(args.slice(0, -1) as A)),
    );
    print(stdout, report, options.json);
  };
export type Action = ReturnType<typeof actionOn>;

const operatorOf = ({ operator, reason }: CommonOptions): Actor => ({
  type: 'operator',
  name: operator === undefined ? os.userInfo().username : requireName(operator, '--operator'),
  reason,
});

/** A command that changes something: it's in the audit of operators. */
export const change = (parent: Command, name: string, description: string): Command =>
  byOperator(command(parent, name, description)).option('--reason <text>', "why, for the operators' audit");

/** One that has to be explained. */
export const graveChange = (parent: Command, name: string, description: string): Command =>
  byOperator(command(parent, name, description)).requiredOption(
    '--reason <text>',
    "why, for the operators' audit",
  );

const byOperator = (changed: Command): Command =>
  changed.option('--operator <name>', "who does it, for the operators' audit; your user name if left out");
