import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildServer, type ServerBuild, WITHOUT_WARM_UP } from './server-build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let shared: ServerBuild | undefined;

/** The test files of one vitest worker share this build for some hundred commands. */
function sharedBuild(): ServerBuild {
  if (shared === undefined) {
    const build = buildServer([], [WITHOUT_WARM_UP]);
    process.once('exit', () => build.remove());
    shared = build;
  }
  return shared;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Starts a `tradepost` process. It doesn't inherit the test run's environment, except PATH and HOME. */
export const spawnCommand = (args: readonly string[], env: Env = {}) => spawnBuild(sharedBuild(), args, env);

/** The same with another build. */
export function spawnBuild(build: ServerBuild, args: readonly string[], env: Env = {}) {
  const { PATH, HOME, TMPDIR } = process.env;
  return spawn(process.execPath, [build.fileOf('server/cli.ts'), ...args], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: 'pipe',
  });
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a `tradepost` command until it exits. */
export const runCommand = (args: readonly string[], env?: Env, input?: string): Promise<Finished> =>
  runBuild(sharedBuild(), args, env, input);

function runBuild(build: ServerBuild, args: readonly string[], env?: Env, input = ''): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawnBuild(build, args, env);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (output.stdout += chunk));
    child.stderr.on('data', (chunk) => (output.stderr += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
    child.stdin.end(input);
  });
}

/** The output of a command with --json. */
export async function report<T>(args: readonly string[], env?: Env, input?: string): Promise<T> {
  return readReport<T>(args, await runCommand([...args, '--json'], env, input));
}

/** The same with another build. */
export const reportBy =
  (build: ServerBuild) =>
  async <T>(args: readonly string[], env?: Env, input?: string): Promise<T> =>
    readReport<T>(args, await runBuild(build, [...args, '--json'], env, input));

export function readReport<T>(args: readonly string[], { code, stdout, stderr }: Finished): T {
  if (code !== 0) throw new Error(`tradepost ${args.slice(0, 2).join(' ')} exited with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
