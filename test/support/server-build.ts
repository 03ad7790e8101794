import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The sources are 6 MB. */
const MAX_ARCHIVE_BYTES = 100_000_000;

/** Text in the server's source and its replacement in a build. */
export interface SourceEdit {
  readonly find: string;
  readonly replacement: string;
}

/**
 * A process that is ready compiles the schemas of all operations, which takes 1.5 s of CPU. The processes of most tests need one or
 * two, and are ended or killed soon: they compile a schema when a request needs it.
 */
export const WITHOUT_WARM_UP: SourceEdit = {
  find: 'void service.warmUp();',
  replacement: '',
};

/** Changes a transpiled file. `source` is its path before that: `server/main/roles/app.ts`. */
type Instrument = (source: string, text: string) => string;

export interface ServerBuild {
  /** The path of a source file (relative to the root) in the build. */
  fileOf(source: string): string;
  remove(): void;
}

/**
 * Transpiles the server and the tests' `programs` into a new folder, at the places that `npm run build:server` gives them. A build
 * starts in half the time of tsx, and doesn't change while it runs. The text of each edit must occur exactly once.
 */
export function buildServer(
  programs: readonly string[] = [],
  edits: readonly SourceEdit[] = [],
  instrument?: Instrument,
): ServerBuild {
  return buildSources(applyEdits(readSources(programs), edits), instrument);
}

/** The server as it was at a commit, on today's node_modules. */
export function buildCommit(commit: string, edits: readonly SourceEdit[] = []): ServerBuild {
  const checkout = mkdtempSync(path.join(tmpdir(), 'tradepost-commit-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'server', 'generated'], {
      cwd: ROOT,
      maxBuffer: MAX_ARCHIVE_BYTES,
    });
    execFileSync('tar', ['-x', '-C', checkout], { input: archive });
    return buildSources(applyEdits(readSources([], checkout), edits));
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}

function buildSources(
  sources: ReadonlyMap<string, string>,
  instrument: Instrument = (_source, text) => text,
): ServerBuild {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-build-'));
  const fileOf = (source: string): string => path.join(folder, placeOf(source));
  for (const [file, text] of sources) {
    mkdirSync(path.dirname(fileOf(file)), { recursive: true });
    writeFileSync(fileOf(file), /\.tsx?$/.test(file) ? instrument(file, transpile(file, text)) : text);
  }
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', version }));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return { fileOf, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** As shipped: below dist/, one folder deeper than the source, beside generated/ and package.json. */
const placeOf = (source: string): string =>
  source.startsWith('generated/') ? source : path.join('dist', source.replace(/\.tsx?$/, '.js'));

/** The text of the server's files and of `programs`, by path relative to the root. */
export function readSources(programs: readonly string[] = [], root = ROOT): Map<string, string> {
  const within = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
  const generated = within('generated').filter((file) => file.endsWith('.json'));
  return new Map(
    [...within('server'), ...generated, ...programs].map((file) => [
      file,
      readFileSync(path.join(root, file), 'utf8'),
    ]),
  );
}

/** Fails if a text is missing or occurs twice: without the edit a mutated build would prove nothing. */
export function applyEdits(
  sources: ReadonlyMap<string, string>,
  edits: readonly SourceEdit[],
): Map<string, string> {
  const result = new Map(sources);
  for (const { find, replacement } of edits) {
    const holders = [...result].filter(([, text]) => text.includes(find));
    const [holder] = holders;
    if (holder === undefined || holders.length > 1 || holder[1].split(find).length !== 2)
      throw new Error(`The text to replace must occur exactly once in the server's sources: ${find}`);
    result.set(
      holder[0],
      holder[1].replace(find, () => replacement),
    );
  }
  return result;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
  jsx: ts.JsxEmit.ReactJSX,
  jsxImportSource: 'preact',
};
/** Caches transpiled files: all sources take 2.3 s, and the builds of a run differ in a file or two. */
const transpiled = new Map<string, string>();

function transpile(fileName: string, source: string): string {
  const text =
    transpiled.get(source) ?? ts.transpileModule(source, { fileName, compilerOptions: OPTIONS }).outputText;
  transpiled.set(source, text);
  return text;
}
