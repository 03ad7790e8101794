import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '../../../server/db/embedded/embedded-postgres.ts';
import { assertGlibc, findPlatformPackage } from '../../../server/db/embedded/platform-package.ts';
import { isPostmaster, readPidFile } from '../../../server/db/embedded/postmaster.ts';

const FIXTURE = fileURLToPath(new URL('./embedded-postgres.fixture.ts', import.meta.url));
const DEADLINE_MS = 30_000;
const NOBODY = 65_534; // Debian's, for a folder that is not ours
const isRoot = process.getuid?.() === 0;

/** What a first start has made, once for all tests: to copy it is faster. */
let original: string;
let place: string;
let dataDir: string;
let undo: (() => Promise<unknown>)[];

beforeAll(async () => {
  original = await reachableFolder();
  const server = await startEmbeddedPostgres({ dataDir: original, log: () => {} });
  await server.stop();
  return () => rm(original, { recursive: true, force: true });
});

beforeEach(async () => {
  place = await reachableFolder();
  dataDir = path.join(place, 'data');
  undo = [];
});

afterEach(async () => {
  for (const step of undo.reverse()) await step();
  const pid = await serverPid();
  if (pid) process.kill(pid, 'SIGQUIT');
  if (pid) await gone(pid);
  const home = await homeOf();
  await rm(home, { recursive: true, force: true });
  await rm(place, { recursive: true, force: true });
  if (home.startsWith('/var/lib/tradepost/')) await rmdir('/var/lib/tradepost').catch(() => {});
});

describe('a first start', () => {
  test('gives a PostgreSQL 18 with real durability, on loopback only', async () => {
    const server = await start();
    expect(server.started).toBe(true);
    expect(await settings(server.url)).toEqual({
      server_version_num: expect.stringMatching(/^18/),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'on',
      max_connections: '200',
      server_encoding: 'UTF8',
      upper: 'AÇÃO',
    });
  });

  test('makes a password that is needed and that only its owner can read', async () => {
    const server = await start();
    const other = new URL(server.url);
    other.password = 'guess';
    await expect(query(other.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(await homeOf(), 'cluster'))).mode & 0o777).toBe(0o700);
  });
});

describe('a server', () => {
  beforeEach(startedBefore);

  test('lets another database be made from its database while it is held', async () => {
    const { url } = await start();
    await query(url.replace(/tradepost$/, 'postgres'), 'CREATE DATABASE copy TEMPLATE tradepost');
    expect(await query(url.replace(/tradepost$/, 'copy'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('writes no value of a failed query to the log', async () => {
    const { url, stop } = await start();
    await query(url, 'CREATE TABLE person (tax_id text PRIMARY KEY)');
    await query(url, 'INSERT INTO person VALUES ($1)', ['12345678909']);
    await expect(query(url, 'INSERT INTO person VALUES ($1)', ['12345678909'])).rejects.toThrow(
      'duplicate key',
    );
    await expect(query(url, 'SELECT $1::uuid', ['12345678909'])).rejects.toThrow('12345678909');
    await stop();
    const log = await readFile(path.join(dataDir, 'postgres', 'server.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('12345678909');
  });
});

describe('a later start', () => {
  beforeEach(startedBefore);

  test('finds the data of the one before', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(second.started).toBe(true);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('attaches to the server that a killed process has left, and stops it at its end', async () => {
    const killed = await startFixture();
    const pid = await serverPid();
    await kill(killed.process, 'SIGKILL');
    const server = await start();
    expect(server).toMatchObject({ started: false, url: killed.url });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    await gone(pid);
  });

  test('recovers what was committed after kill -9 of the server', async () => {
    const first = await start();
    const ended = new Promise<string>((resolve) => first.onExit?.(resolve));
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill((await serverPid()) ?? 0, 'SIGKILL');
    const second = await start();
    expect(second.started).toBe(true);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await ended).toMatch(/embedded PostgreSQL \(process \d+\) has ended/);
  });

  test('is not kept out by a left-over pid file whose number is another process by now', async () => {
    const first = await start();
    process.kill((await serverPid()) ?? 0, 'SIGKILL');
    await gone(await pidInFile());
    const { uid, gid } = await stat(path.join(await homeOf(), 'cluster'));
    const stranger = spawn('sleep', ['60'], { uid, gid });
    undo.push(() => kill(stranger, 'SIGKILL'));
    const file = path.join(await homeOf(), 'cluster', 'postmaster.pid');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(stranger.pid)));
    const second = await start();
    expect(second.started).toBe(true);
    expect(second.url).not.toBe(first.url);
  });

  test('takes over the lock of a process that has died', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    await writeFile(path.join(dataDir, 'postgres', 'start.lock'), `${dead.pid} left`);
    expect((await start()).started).toBe(true);
  });
});

describe('several processes', () => {
  test('that start at the same time get one server', async () => {
    await chmod(place, 0o700); // as root they also have to agree on a place outside
    const both = await Promise.all([startFixture(), startFixture()]);
    expect(both.map(({ started }) => started).sort()).toEqual([false, true]);
    expect(both[0].url).toBe(both[1].url);
  });

  test('keep the server until the last service stops, whichever started it', async () => {
    await startedBefore();
    const starter = await startFixture();
    const second = await start();
    const pid = await serverPid();
    expect([starter.started, second.started]).toEqual([true, false]);
    await starter.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    await gone(pid);
  });

  test('find a running server, and never stop it with what they found', async () => {
    await startedBefore();
    expect(await findRunningEmbedded(dataDir)).toBeUndefined();
    const service = await start();
    const found = await findRunningEmbedded(dataDir);
    expect(found).toMatchObject({ url: service.url, started: false });
    await found?.stop();
    expect(await query(service.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.stop();
    expect(await findRunningEmbedded(dataDir)).toBeUndefined();
  });

  test('leave the server alive when Ctrl-C ends their process group', async () => {
    await startedBefore();
    const fixture = await startFixture({ detached: true });
    process.kill(-(fixture.process.pid ?? 0), 'SIGINT');
    await exited(fixture.process);
    expect(await query(fixture.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('stop', () => {
  beforeEach(startedBefore);

  test('does not wait for clients that stay, and tells no listener of onExit', async () => {
    const server = await start();
    const told: string[] = [];
    server.onExit?.((reason) => told.push(reason));
    const client = await connected(server.url);
    const pid = await serverPid();
    await Promise.all([server.stop(), server.stop()]);
    await gone(pid);
    await client.end().catch(() => {});
    expect(told).toEqual([]);
  });

  test('of a service whose server was killed leaves alone the one started since', async () => {
    const first = await start();
    process.kill((await serverPid()) ?? 0, 'SIGKILL');
    const second = await start();
    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is the only end that is not told: a hold survives the loss of its connection', async () => {
    const server = await start();
    const told: string[] = [];
    server.onExit?.((reason) => told.push(reason));
    const holds = `FROM pg_stat_activity WHERE application_name LIKE 'tradepost service %'`;
    const [ended] = await query(server.url, `SELECT pid, pg_terminate_backend(pid) ${holds}`);
    await vi.waitFor(async () => {
      const [again] = await query(server.url, `SELECT pid ${holds}`);
      expect(again?.pid).toEqual(expect.any(Number));
      expect(again?.pid).not.toBe(ended?.pid);
    }, DEADLINE_MS);
    expect(told).toEqual([]);
  });
});

describe('programs', () => {
  test('run from a package whose install script did not make its links', async () => {
    const packageDir = await packageWithoutLinks();
    const server = await start({ packageDir });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.runIf(isRoot)(
    'and data below a folder of root that is closed to all others are kept outside it',
    async () => {
      await chmod(place, 0o700);
      const packageDir = await packageWithoutLinks();
      const first = await start({ packageDir });
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      const copy = await copiedPostgres();
      const second = await start({ packageDir });
      expect(await homeOf()).not.toContain(place);
      expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(await copiedPostgres()).toEqual(copy);
      expect(await findRunningEmbedded(dataDir)).toMatchObject({ url: second.url });
    },
  );

  test.each([
    ['musl', undefined],
    ['an old glibc', '2.26'],
  ])('are refused on %s with the advice to set DATABASE_URL', (_, version) => {
    expect(() => assertGlibc(version)).toThrow('Set DATABASE_URL');
  });

  test('are refused on a platform without them with the advice to set DATABASE_URL', () => {
    expect(() => findPlatformPackage('freebsd', 'x64')).toThrow('Set DATABASE_URL');
  });
});

describe('a folder that somebody else prepared', () => {
  test('is refused when it is a link', async () => {
    await mkdir(dataDir);
    await symlink(place, path.join(dataDir, 'postgres'));
    await expect(start()).rejects.toThrow('must be a folder');
  });

  test.runIf(isRoot)('is refused when it is not ours', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await chown(path.join(dataDir, 'postgres'), NOBODY, NOBODY);
    await expect(start()).rejects.toThrow(`belongs to user id ${NOBODY}`);
    await expect(findRunningEmbedded(dataDir)).rejects.toThrow(`belongs to user id ${NOBODY}`);
  });

  test.runIf(isRoot)('is refused as a data folder in a place open to all', async () => {
    await mkdir(dataDir);
    await chown(dataDir, NOBODY, NOBODY);
    await chmod(place, 0o1777);
    await expect(start()).rejects.toThrow('in a folder open to all');
  });
});

/** Not mkdtemp's 0700, which would send a root's cluster to /var/lib. */
async function reachableFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-test-'));
  await chmod(folder, 0o711);
  return folder;
}

async function startedBefore(): Promise<void> {
  await once(spawn('cp', ['-a', original, dataDir]), 'exit');
}

async function start(options: { packageDir?: string } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, ...options });
  undo.push(() => server.stop());
  return server;
}

interface Fixture {
  readonly process: ChildProcess;
  readonly url: string;
  readonly started: boolean;
  stop(): Promise<void>;
}

async function startFixture(options: { detached?: boolean } = {}): Promise<Fixture> {
  const child = spawn(process.execPath, ['--import', 'tsx', FIXTURE, dataDir], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  undo.push(() => kill(child, 'SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const stop = (): Promise<void> => {
    child.stdin.end();
    return exited(child);
  };
  return { process: child, stop, ...(JSON.parse(line) as { url: string; started: boolean }) };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await exited(child);
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the server may be stopped under it
  await client.connect();
  return client;
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await connected(url);
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function settings(url: string): Promise<Record<string, unknown>> {
  const names = [
    'server_version_num',
    'listen_addresses',
    'unix_socket_directories',
    'fsync',
    'max_connections',
  ];
  const asked = [...names, 'server_encoding'].map((name) => `current_setting('${name}') AS ${name}`);
  const [row = {}] = await query(url, `SELECT ${asked.join(', ')}, upper('ação')`);
  return row;
}

async function homeOf(): Promise<string> {
  const folder = path.join(dataDir, 'postgres');
  return readFile(path.join(folder, 'home'), 'utf8').catch(() => folder);
}

async function pidInFile(): Promise<number | undefined> {
  return (await readPidFile(path.join(await homeOf(), 'cluster')))?.pid;
}

/** Of a server that runs. */
async function serverPid(): Promise<number | undefined> {
  const pid = await pidInFile();
  return pid && (await isPostmaster(pid, path.join(await homeOf(), 'cluster'))) ? pid : undefined;
}

async function gone(pid: number | undefined): Promise<void> {
  const cluster = path.join(await homeOf(), 'cluster');
  expect(pid).toEqual(expect.any(Number));
  await vi.waitFor(async () => expect(await isPostmaster(pid ?? 0, cluster)).toBe(false), DEADLINE_MS);
}

/** What an install with --ignore-scripts leaves. */
async function packageWithoutLinks(): Promise<string> {
  const packageDir = path.join(place, 'package');
  const filter = async (source: string): Promise<boolean> => !(await lstat(source)).isSymbolicLink();
  await cp(findPlatformPackage(), packageDir, { recursive: true, filter });
  return packageDir;
}

/** Which file the server's program is: another one after another copy. */
async function copiedPostgres(): Promise<{ ino: number; mtimeMs: number }> {
  const { version } = JSON.parse(await readFile(path.join(findPlatformPackage(), 'package.json'), 'utf8'));
  const { ino, mtimeMs } = await stat(
    path.join(await homeOf(), `binaries-${version}`, 'native', 'bin', 'postgres'),
  );
  return { ino, mtimeMs };
}
