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
import { buildSync } from 'esbuild';

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
  const programs = transpile(new Map([...sources].filter(([file]) => isTypeScript(file))));
  for (const [file, text] of sources) {
    mkdirSync(path.dirname(fileOf(file)), { recursive: true });
    const program = programs.get(file);
    writeFileSync(fileOf(file), program === undefined ? text : instrument(file, program));
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

const isTypeScript = (file: string): boolean => /\.tsx?$/.test(file);

/** Caches transpiled files: the builds of a run differ in a file or two. */
const transpiled = new Map<string, string>();

/** By path, as the sources. */
function transpile(sources: ReadonlyMap<string, string>): Map<string, string> {
  const unknown = new Map([...sources].filter(([, text]) => !transpiled.has(text)));
  for (const [file, text] of runEsbuild(unknown)) transpiled.set(unknown.get(file)!, text);
  return new Map([...sources].map(([file, text]) => [file, transpiled.get(text)!]));
}

/** In one process for all files: a tenth of the time that TypeScript takes. */
function runEsbuild(sources: ReadonlyMap<string, string>): Map<string, string> {
  if (sources.size === 0) return new Map();
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-sources-'));
  try {
    for (const [file, text] of sources) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const entryPoints = [...sources.keys()].map((file) => ({ in: file, out: file }));
    const { outputFiles } = buildSync({ ...OPTIONS, entryPoints, absWorkingDir: folder, outdir: folder });
    return new Map(
      outputFiles.map((output) => [
        path.relative(folder, output.path).slice(0, -3),
        withJsImports(output.text),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const OPTIONS = {
  bundle: false,
  write: false,
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
} as const;

/** esbuild leaves the paths of imports as they are. */
const withJsImports = (text: string): string =>
  text.replace(/((?:\bfrom|\bimport) ?\(?"\.\.?\/[^"\n]+)\.tsx?"/g, '$1.js"');
