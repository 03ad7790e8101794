import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Ids as the kernel has them, 0 to 2^32-1. */
export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

interface ProgramResult {
  readonly ok: boolean;
  readonly output: string;
}

const NAME = 'nobody';
/** PostgreSQL's programs get nothing else: our environment holds secrets, and PG* variables would mislead them. */
const INHERITED_VARIABLES = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMP'];

const exec = promisify(execFile);

/** The user that PostgreSQL must run as, since it refuses to run as root. Undefined when it can run as our own user. */
export async function unprivilegedUser(): Promise<UnprivilegedUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
    return { uid, gid };
  } catch (cause) {
    const advice = 'Run Tradepost as an ordinary user, or set DATABASE_URL to a PostgreSQL server.';
    throw new Error(
      `PostgreSQL does not run as root, and there is no user "${NAME}" to run it as. ${advice}`,
      {
        cause,
      },
    );
  }
}

async function idOf(option: '-u' | '-g'): Promise<number> {
  const { stdout } = await exec('id', [option, NAME]);
  return Number(stdout) >>> 0; // macOS has nobody at -2
}

/** How every PostgreSQL program is spawned: in the root folder, because the user may not be able to enter ours. */
export function programSpawnOptions(user: UnprivilegedUser | undefined) {
  return {
    // child_process takes ids as signed 32 bits, chown as unsigned.
    ...(user && { uid: user.uid | 0, gid: user.gid | 0 }),
    cwd: path.parse(process.cwd()).root,
    env: programEnvironment(),
    windowsHide: true,
  };
}

/** TZ saves initdb a search for the machine's time zone. LC_ALL keeps messages in English; without it macOS doesn't start. */
function programEnvironment(): NodeJS.ProcessEnv {
  const inherited = INHERITED_VARIABLES.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs one of PostgreSQL's programs to its end. Failing to start it gives `ok: false` with the reason. */
export function runProgram(
  file: string,
  args: string[],
  user: UnprivilegedUser | undefined,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...programSpawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code, signal) => {
      const fallback = signal ? `ended by ${signal}` : `exit code ${code}`;
      resolve({ ok: code === 0, output: output.trim() || fallback });
    });
  });
}
