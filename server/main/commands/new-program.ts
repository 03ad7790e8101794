import { Command, Help, type Option } from 'commander';

/** What a command reads and writes: the process, or in a test something in its place. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
}
export interface Output {
  write(text: string): unknown;
}

/** Commands that are added take these settings over. */
export function newProgram({ stdout, stderr }: Terminal): Command {
  return new Command('tradepost')
    .description('Runs and manages Tradepost.')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({ optionDescription })
    .showHelpAfterError()
    .exitOverride();
}

/** Commander's help doesn't say which options a command requires. */
function optionDescription(this: Help, option: Option): string {
  const text = Help.prototype.optionDescription.call(this, option);
  return option.mandatory ? [text, '(required)'].filter(Boolean).join(' ') : text;
}

export const group = (program: Command, name: string, description: string): Command =>
  program.command(name).description(description);

/** Every command has `--json`. */
export const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print the result as JSON');
