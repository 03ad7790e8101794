import path from 'node:path';
import { errorCode } from './files.ts';
import { makeLinks } from './package-links.ts';
import { copyOnce } from './programs-copy.ts';
import { runProgram } from './run-program.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

/** Paths of PostgreSQL's programs. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Programs that run: the package's own where they do, else a copy of them in `dataRoot`, made once per version.
 */
export async function preparePrograms(
  packageDir: string,
  dataRoot: string,
  user?: UnprivilegedUser,
): Promise<Programs> {
  const inPlace = programsIn(packageDir);
  if ((await tryLinks(packageDir)) && (await failureOf(inPlace, user)) === undefined) return inPlace;
  const copy = await copyOnce(packageDir, dataRoot);
  const wrong = await failureOf(programsIn(copy), user);
  if (wrong === undefined) return programsIn(copy);
  throw new Error(
    `The embedded PostgreSQL in ${copy} does not run: ${wrong}. Set DATABASE_URL to a server instead.`,
  );
}

function programsIn(packageDir: string): Programs {
  const bin = path.join(packageDir, 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const tool = (name: string): string => path.join(bin, name + suffix);
  return { initdb: tool('initdb'), postgres: tool('postgres'), pgCtl: tool('pg_ctl') };
}

/** Running them is the only test that sees a closed folder, a missing library, and a noexec mount alike. */
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
