import path from 'node:path';
import { errorCode } from './own-files.ts';
import { makeLinks } from './package-links.ts';
import { runTool } from './run-tool.ts';
import { copyOnce } from './tools-copy.ts';
import type { UnprivilegedUser } from './unprivileged-user.ts';

/** Paths of PostgreSQL's programs. */
export interface Tools {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Programs that run: the package's own where they do, else a copy of them in `home`, made once per version.
 */
export async function prepareTools(
  packageDir: string,
  home: string,
  user?: UnprivilegedUser,
): Promise<Tools> {
  const inPlace = toolsIn(packageDir);
  if ((await tryLinks(packageDir)) && (await fault(inPlace, user)) === undefined) return inPlace;
  const copy = await copyOnce(packageDir, home);
  const wrong = await fault(toolsIn(copy), user);
  if (wrong === undefined) return toolsIn(copy);
  throw new Error(
    `The embedded PostgreSQL in ${copy} does not run: ${wrong}. Set DATABASE_URL to a server instead.`,
  );
}

function toolsIn(packageDir: string): Tools {
  const bin = path.join(packageDir, 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const tool = (name: string): string => path.join(bin, name + suffix);
  return { initdb: tool('initdb'), postgres: tool('postgres'), pgCtl: tool('pg_ctl') };
}

/** Running them is the only test that sees a closed folder, a missing library, and a noexec mount alike. */
async function fault(tools: Tools, user: UnprivilegedUser | undefined): Promise<string | undefined> {
  const runs = await Promise.all(Object.values(tools).map((file) => runTool(file, ['--version'], user)));
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
