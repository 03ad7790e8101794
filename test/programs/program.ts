// `npm run program` lists the benchmarks and the long proofs; `npm run program chaos` runs one of them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { PROGRAMS, type Program } from './programs.ts';

function run({ first = [], file, tests = [], env }: Program, args: readonly string[]): number {
  for (const script of first) {
    const status = start('npm', ['run', '--silent', script]);
    if (status !== 0) return status;
  }
  if (!file) return start('npx', ['vitest', 'run', ...tests, ...args], env);
  const [name, ...more] = file;
  const path = fileURLToPath(new URL(name, import.meta.url));
  return start(process.execPath, ['--import', 'tsx', path, ...more, ...args], env);
}

const start = (command: string, args: readonly string[], env: Program['env'] = {}): number =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

function descriptionOf({ shows, needs, takes }: Program): string {
  const more = [needs && `needs ${needs}`, takes && `takes ${takes}`].filter(Boolean).join('; ');
  return more ? `${shows} (${more})` : shows;
}

const program = new Command('npm run program --')
  .description('Benchmarks and long proofs. Their short forms run in npm test.')
  .configureHelp({ subcommandTerm: (each) => each.name() })
  .enablePositionalOptions();
for (const each of PROGRAMS)
  program
    .command(each.name)
    .description(descriptionOf(each))
    .usage(each.options ?? ' ')
    .argument('[arguments...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action((args: string[]) => {
      process.exitCode = run(each, args);
    });
program.parse();
