import { Readable } from 'node:stream';
import { addDatabaseCommands } from '../../server/main/commands/database-commands.ts';
import { failureOf } from '../../server/main/commands/failure.ts';
import { newProgram, type Terminal } from '../../server/main/commands/new-program.ts';
import { type Env, type Finished, readReport } from './command.ts';

/**
 * Runs a `tradepost` command in the test's process, since a process of its own needs 0.6 s of CPU to start. It can't run `serve` and
 * `migrate`, and doesn't show that the process ends: each test file runs some commands as processes too.
 */
export async function runCommand(args: readonly string[], env: Env = {}, input = ''): Promise<Finished> {
  const output = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    env,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
  };
  const program = newProgram(terminal);
  addDatabaseCommands(program, terminal);
  const done = { exitCode: 0, text: '' };
  const { exitCode, text } = await program.parseAsync(args, { from: 'user' }).then(() => done, failureOf);
  return { code: exitCode, stdout: output.stdout, stderr: output.stderr + text };
}

/** The output of a command with --json. */
export async function report<T>(args: readonly string[], env?: Env, input?: string): Promise<T> {
  return readReport<T>(args, await runCommand([...args, '--json'], env, input));
}
