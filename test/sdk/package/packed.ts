import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Packed {
  /** A folder of the test's own; what is in it goes with it. */
  readonly folder: string;
  readonly tarball: string;
  /** What `npm pack` says of it. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly unpackedSize: number;
  remove(): Promise<void>;
}

/** Builds the package as it is published, apart from the working tree, and packs it. */
export async function packSdk(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'tradepost-sdk-'));
  for (const part of ['sdk', 'generated', 'tsconfig.json']) {
    await cp(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules)$/.test(path),
    });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const sdk = join(folder, 'sdk');
  await npm(sdk, 'run', 'build');
  const [report] = JSON.parse(await npm(sdk, 'pack', '--ignore-scripts', '--json'));
  return {
    folder,
    tarball: join(sdk, report.filename),
    files: report.files,
    unpackedSize: report.unpackedSize,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const npm = (cwd: string, ...args: string[]): Promise<string> => output(cwd, 'npm', ...args);

/** What the command says. When it fails, the error has all that it said, which is what a test has to show. */
export async function output(cwd: string, command: string, ...args: string[]): Promise<string> {
  try {
    return (await run(command, args, { cwd, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error([message, stdout, stderr].join('\n'));
  }
}

/** A program of this project's node_modules. */
export const tool = (name: string): string => join(root, 'node_modules', '.bin', name);
