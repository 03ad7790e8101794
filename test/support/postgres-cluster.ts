import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onServer } from './databases.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. On Debian, this is `nobody`. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 20;

/** Where Debian has PostgreSQL's programs; the embedded server comes without pg_dump and pg_basebackup. */
function binFolder(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const folders = versions.sort((a, b) => b - a).map((version) => path.join(DEBIAN, String(version), 'bin'));
  return folders.find(
    (folder) => existsSync(path.join(folder, 'pg_basebackup')) && existsSync(path.join(folder, 'initdb')),
  );
}

export function hasPostgresPrograms(): boolean {
  if (binFolder()) return true;
  if (process.env.CI) throw new Error('CI must install postgresql.');
  return false;
}

/** Runs one of PostgreSQL's programs, such as pg_dump, until it exits. */
export const runProgram = (name: string, args: readonly string[]) =>
  run(path.join(binFolder()!, name), [...args], { ...asNobody, cwd: '/', maxBuffer: 1 << 28 });

/** A folder that PostgreSQL's user can write to. */
export async function postgresFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-pg-'));
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  return folder;
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

export const initialize = (data: string) =>
  runProgram('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);

export const copyOf = (port: number, data: string, options: readonly string[] = []) =>
  runProgram('pg_basebackup', [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'postgres',
    '-D',
    data,
    '-c',
    'fast',
    ...options,
  ]);

export interface PostgresServer {
  readonly port: number;
  readonly pid: number;
  /** Of the database `postgres`. */
  readonly url: string;
  /** As a power failure does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a data folder. */
export async function startPostgres(
  data: string,
  settings: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<PostgresServer> {
  const usedPort = port ?? (await freePort());
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(binFolder()!, 'postgres'), ['-D', data, '-p', String(usedPort), ...options], {
    ...asNobody,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => (log = `${log}${chunk}`.slice(-2000)));
  const url = `postgres://postgres@127.0.0.1:${usedPort}/postgres`;
  await isReady(url, child, () => log);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'close'); // Its children hold the pipe: they have ended too.
  };
  return { port: usedPort, pid: child.pid!, url, kill: () => end('SIGKILL'), stop: () => end('SIGQUIT') };
}

async function isReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (const giveUpAt = Date.now() + READY_TIMEOUT_MS; ; await sleep(READY_POLL_MS)) {
    if (child.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`PostgreSQL didn't start: ${log()}`);
    const answers = await onServer(url, (client) => client.query('SELECT 1')).catch(() => undefined);
    if (answers) return;
  }
}
