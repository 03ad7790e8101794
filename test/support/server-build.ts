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
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = 'server/cli.ts';
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

/** Each file by itself and unchanged, for tests of what a start takes. */
export const AS_SHIPPED: Instrument = (_source, text) => text;

export interface ServerBuild {
  /** The path of a source file (relative to the root) in the build. */
  fileOf(source: string): string;
  remove(): void;
}

/**
 * Builds the command and the tests' `programs` into a new folder, at the places that `npm run build:server` gives them: bundled, or with
 * an instrument each file by itself. A build starts in a third of the time of tsx, and doesn't change while it runs. The text of each
 * edit must occur exactly once.
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

function buildSources(sources: ReadonlyMap<string, string>, instrument?: Instrument): ServerBuild {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-build-'));
  const fileOf = (source: string): string => path.join(folder, placeOf(source));
  const programs = new Map([...sources].filter(([file]) => isTypeScript(file)));
  const built = instrument ? transpile(programs, instrument) : bundle(programs, fileOf);
  const others = [...sources].filter(([file]) => !isTypeScript(file));
  for (const [place, text] of [...built, ...others.map(([file, text]) => [placeOf(file), text] as const)]) {
    const file = path.join(folder, place);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
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

/** Each file as JavaScript, by its path in the build. */
function transpile(sources: ReadonlyMap<string, string>, instrument: Instrument): [string, string][] {
  const entryPoints = [...sources.keys()].map((file) => ({ in: file, out: file }));
  return runEsbuild(sources, { entryPoints }).map(({ file, text }) => {
    const source = file.slice(0, -'.js'.length);
    return [placeOf(source), instrument(source, withJsImports(text))];
  });
}

/** Packages with files beside them, whose insides the server uses, or that few processes load; and knex's drivers, which aren't installed. */
const NOT_BUNDLED = 'pg pg-* swagger-ui-* connect-pg-simple ioredis nodemailer @opentelemetry/*'.split(' ');
const DRIVERS = 'better-sqlite3 sqlite3 mysql mysql2 oracledb tedious mariadb/*'.split(' ');

/** CommonJS packages ask for Node's modules by it. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

/** What each process loads, packages too, in a few files: to load 1 500 takes half of the CPU time of its start. */
function bundle(sources: ReadonlyMap<string, string>, fileOf: ServerBuild['fileOf']): [string, string][] {
  const entries = [...sources.keys()].filter((file) => file === CLI || !file.startsWith('server/'));
  const entryPoints = entries.map((file) => ({ in: file, out: file.replace(/\.tsx?$/, '') }));
  // Files that the server reads are found from the place of the module.
  const placed = [...sources].map(([file, text]): [string, string] => [
    file,
    text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(fileOf(file)).href)),
  ]);
  const options = {
    entryPoints,
    bundle: true,
    splitting: true,
    platform: 'node',
    external: [...NOT_BUNDLED, ...DRIVERS],
    nodePaths: [path.join(ROOT, 'node_modules')],
    banner: { js: REQUIRE },
  } satisfies BuildOptions;
  return runEsbuild(new Map(placed), options).map(({ file, text }) => [placeOf(file), text]);
}

/** One process for all files: a tenth of the time that TypeScript takes. */
function runEsbuild(
  sources: ReadonlyMap<string, string>,
  options: BuildOptions,
): { file: string; text: string }[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-sources-'));
  try {
    for (const [file, text] of sources) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const places = { absWorkingDir: folder, outdir: folder, write: false } as const;
    const { outputFiles } = buildSync({ ...OPTIONS, ...options, ...places });
    return outputFiles.map((output) => ({ file: path.relative(folder, output.path), text: output.text }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const OPTIONS = {
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
} as const;

/** esbuild leaves the paths of imports as they are. */
const withJsImports = (text: string): string =>
  text.replace(/((?:\bfrom|\bimport) ?\(?"\.\.?\/[^"\n]+)\.tsx?"/g, '$1.js"');
