import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WORKER_PROCESS = 'test/chaos/worker-process.ts';
const PARENT_WATCHDOG = 'test/chaos/parent-watchdog.ts';

/** A piece of the server's source and what stands in its place in a build. */
export interface SourceEdit {
  readonly find: string;
  readonly replacement: string;
}

export interface Build {
  /** Node's arguments for `tradepost serve --roles api`, and for a worker. */
  readonly api: readonly string[];
  readonly worker: readonly string[];
  remove(): Promise<void>;
}

/**
 * A build of the server in a folder of its own: it does not change while it runs, and starts in a third of the time that
 * the sources take. Each change's text has to be in the sources exactly once.
 */
export async function buildServer(changes: readonly SourceEdit[] = []): Promise<Build> {
  const sources = applyEdits(await readSources(), changes);
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-chaos-build-'));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  for (const [file, text] of sources) await write(file.replace(/\.ts$/, '.js'), transpile(text));
  await write('generated/openapi.json', await readFile(path.join(ROOT, 'generated/openapi.json'), 'utf8'));
  await write('package.json', '{"type":"module"}');
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const built = (file: string): string => path.join(folder, file.replace(/\.ts$/, '.js'));
  const leash = ['--import', pathToFileURL(built(PARENT_WATCHDOG)).href];
  return {
    api: [...leash, built('server/cli.ts'), 'serve', '--roles', 'api', '--json'],
    worker: [...leash, built(WORKER_PROCESS)],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readSources(): Promise<Map<string, string>> {
  const names = await readdir(path.join(ROOT, 'server'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => path.join('server', name));
  const sources = new Map<string, string>();
  for (const file of [...files, WORKER_PROCESS, PARENT_WATCHDOG])
    sources.set(file, await readFile(path.join(ROOT, file), 'utf8'));
  return sources;
}

/** Fails when a text is missing or comes twice: a mutated build that is not mutated would prove nothing. */
export function applyEdits(
  sources: ReadonlyMap<string, string>,
  changes: readonly SourceEdit[],
): Map<string, string> {
  const result = new Map(sources);
  for (const { find, replacement } of changes) {
    const holders = [...result].filter(([, text]) => text.includes(find));
    const [holder] = holders;
    if (holder === undefined || holders.length > 1 || holder[1].split(find).length !== 2)
      throw new Error(`To be changed, this has to be in the server's sources exactly once: ${find}`);
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
};
/** Several builds of one run differ in a file or two. */
const transpiled = new Map<string, string>();

function transpile(source: string): string {
  const text = transpiled.get(source) ?? ts.transpileModule(source, { compilerOptions: OPTIONS }).outputText;
  transpiled.set(source, text);
  return text;
}
