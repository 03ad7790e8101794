import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from './free-port.ts';

/** Debian installs it there, which is not on everybody's PATH. Another version: TRADEPOST_PGBOUNCER=/path/to/pgbouncer */
const PROGRAM = process.env.TRADEPOST_PGBOUNCER ?? '/usr/sbin/pgbouncer';
/** PgBouncer refuses to run as root. On Debian, this is `nobody`. */
const NOBODY = 65_534;

/** [1, 18] for 1.18.0; undefined if there is none. */
export function pgbouncerVersion(): readonly [number, number] | undefined {
  try {
    const [, major, minor] = /(\d+)\.(\d+)/.exec(String(execFileSync(PROGRAM, ['--version'])))!;
    return [Number(major), Number(minor)];
  } catch {
    if (process.env.CI) throw new Error('CI must install pgbouncer.');
    return undefined;
  }
}

export interface PgBouncer {
  /** The database's URL, through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A PgBouncer for one test, in transaction mode. All else is the default, unless `settings` say otherwise. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: readonly string[] = [],
): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-pgbouncer-'));
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('users'), `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  await writeFile(file('pgbouncer.ini'), iniFile(target, port, file('users'), settings));
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const name of [folder, file('users'), file('pgbouncer.ini')]) await chown(name, NOBODY, NOBODY);
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(PROGRAM, [file('pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  await isUp(child.stderr);
  child.stderr.resume();
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGQUIT'); // At once: SIGTERM waits for clients.
        await once(child, 'close');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const iniFile = (target: URL, port: number, users: string, settings: readonly string[]): string =>
  [
    '[databases]',
    `* = host=${target.hostname} port=${target.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    ...settings,
    '',
  ].join('\n');

async function isUp(log: Readable): Promise<void> {
  let text = '';
  for await (const chunk of log.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('process up')) return;
  }
  throw new Error(`pgbouncer didn't start: ${text}`);
}
