import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAMS } from '../programs/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** A command that a document tells its reader to run. */
export interface Command {
  readonly line: number;
  readonly words: readonly string[];
}

const FENCE = /^ *```(\w*)/;
const RUNS = /^(?:[A-Z_]+=\S+ )*(?=(npm (run|test|start|ci|install)|npx)\b)/;

/** Those in code and in blocks for a shell. */
export function commandsIn(markdown: string): Command[] {
  let language: string | undefined;
  return markdown.split('\n').flatMap((text, index) => {
    const [, fence] = FENCE.exec(text) ?? [];
    if (fence !== undefined) language = language === undefined ? fence : undefined;
    const inBlock = ['sh', 'bash'].includes(language ?? '') ? [text.replace(/\s#.*/, '')] : [];
    const inText = language === undefined ? [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!) : [];
    return [...inBlock, ...inText]
      .flatMap((code) => code.split('&&').map((each) => each.trim()))
      .filter((code) => RUNS.test(code))
      .map((code) => ({ line: index + 1, words: wordsOf(code.replace(RUNS, '')) }));
  });
}

const wordsOf = (code: string): string[] =>
  [...code.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, single, double]) => single ?? double ?? word);

/** What in the command doesn't exist. `NAME`, `…` and `<file>` stand for what the reader chooses. */
export function missingIn({ words }: Command): string[] {
  const [tool, verb, ...rest] = words.filter((word) => word !== '--') as [string, string, ...string[]];
  if (tool === 'npm' && verb === 'run') return missingInScript(rest[0]!, rest.slice(1));
  if (tool === 'npm' && verb === 'test') return missingInScript('test', rest);
  if (verb === 'redocly') return missingInTool(['@redocly/cli/bin/cli.js', rest[0]!], rest.slice(1));
  if (verb === 'tsx') return filesIn(rest).filter(isMissing);
  return [];
}

function missingInScript(name: string, given: readonly string[]): string[] {
  const script = scripts[name];
  if (script === undefined) return [`the script ${name}`];
  if (name === 'program') return missingInProgram(given);
  const [, file] = /^tsx (\S+)/.exec(script) ?? [];
  if (file !== undefined) return missingOptions(given, sourceBeside(file));
  return script.includes('vitest') ? missingInTests(given) : [];
}

function missingInProgram([name = '', ...given]: readonly string[]): string[] {
  if (name === 'help') return missingInProgram(given);
  const program = PROGRAMS.find((each) => each.name === name);
  if (program === undefined) return name === '' ? [] : [`the program ${name}`];
  const file = program.file && path.posix.join('test/programs', program.file[0]);
  return file === undefined ? [] : missingOptions(given, `${program.options}${sourceBeside(file)}`);
}

function missingInTests(given: readonly string[]): string[] {
  const title = given[given.indexOf('-t') + 1];
  const files = filesIn(given);
  const lost = files.filter(isMissing);
  const tests = files.flatMap((file) => (file.endsWith('.ts') ? [file] : filesBelow(file, '.test.ts')));
  const hasTitle =
    !given.includes('-t') || files.length === 0 || tests.some((file) => read(file).includes(title!));
  const options = missingInTool(
    ['vitest/vitest.mjs'],
    given.filter((word) => word.startsWith('-')),
  );
  return [...lost, ...(hasTitle || lost.length > 0 ? [] : [`a test with ${title}`]), ...options];
}

/** Asks the tool itself for its options. */
function missingInTool([program, ...verb]: readonly string[], given: readonly string[]): string[] {
  const known = helpOf(program!, verb);
  return [...filesIn(given).filter(isMissing), ...missingOptions(given, known)];
}

const helps = new Map<string, string>();
function helpOf(program: string, verb: readonly string[]): string {
  const key = [program, ...verb].join(' ');
  if (!helps.has(key)) {
    const command = [path.join(root, 'node_modules', program), ...verb, '--help'];
    helps.set(key, spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' }).stdout);
  }
  return helps.get(key)!;
}

const sources = new Map<string, string>();
function sourceBeside(file: string): string {
  const folder = path.posix.dirname(file);
  if (!sources.has(folder)) sources.set(folder, filesBelow(folder, '.ts').map(read).join('\n'));
  return sources.get(folder)!;
}

export const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end) && !file.includes('node_modules'))
    .map((file) => path.posix.join(folder, file));

/** vitest has `--no-file-parallelism` as `--fileParallelism`, and Node's parseArgs names options without dashes. */
function missingOptions(given: readonly string[], known: string): string[] {
  const names = known.toLowerCase().replaceAll('-', '');
  return given
    .filter((word) => /^--?[a-z]/.test(word))
    .filter(
      (word) =>
        !names.includes(
          word
            .replace(/=.*/, '')
            .replace(/^--no-/, '')
            .replaceAll('-', '')
            .toLowerCase(),
        ),
    );
}

const filesIn = (given: readonly string[]): string[] =>
  given.filter(
    (word) => /^(openapi|generated|test|server|sdk|docs|deploy)\//.test(word) && !/[A-Z…<]{3}/.test(word),
  );

const isMissing = (file: string): boolean => !existsSync(path.join(root, file));
