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
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '../../../server/db/embedded/embedded-postgres.ts';
import { isPostmaster, readPidFile } from '../../../server/db/embedded/postmaster.ts';
import { assertGlibc, findPlatformPackage } from '../../../server/db/embedded/programs.ts';
import { buildServer, type ServerBuild } from '../../support/server-build.ts';

const FIXTURE = 'test/server/database/embedded-postgres.fixture.ts';
const DEADLINE_MS = 30_000;
const NOBODY = 65_534; // Debian's nobody owns a folder that isn't ours
const isRoot = process.getuid?.() === 0;

/** A data folder after a first start. Each test copies it, which is faster than starting anew. */
let original: string;
let build: ServerBuild;
let parent: string;
let dataDir: string;
let undo: (() => Promise<unknown>)[];

beforeAll(async () => {
  original = await reachableFolder();
  const server = await startEmbeddedPostgres({ dataDir: original, log: () => {} });
  await server.stop();
  build = buildServer([FIXTURE]);
  return async () => {
    build.remove();
    await rm(original, { recursive: true, force: true });
  };
});

beforeEach(async () => {
  parent = await reachableFolder();
  dataDir = path.join(parent, 'data');
  undo = [];
});

afterEach(async () => {
  for (const step of undo.reverse()) await step();
  const pid = await serverPid();
  if (pid) process.kill(pid, 'SIGQUIT');
  if (pid) await gone(pid);
  const dataRoot = await dataRootOf();
  await rm(dataRoot, { recursive: true, force: true });
  await rm(parent, { recursive: true, force: true });
  if (dataRoot.startsWith('/var/lib/tradepost/')) await rmdir('/var/lib/tradepost').catch(() => {});
});

describe('a first start', () => {
  test('runs PostgreSQL 18 with real durability, on loopback only, with a password that only its owner can read', async () => {
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
    const other = new URL(server.url);
    other.password = 'guess';
    await expect(query(other.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(await dataRootOf(), 'cluster'))).mode & 0o777).toBe(0o700);
  });
});

describe('a server', () => {
  beforeEach(startedBefore);

  test('lets its database serve as a template while a service holds the lock', async () => {
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

  test('finds the data of the previous start', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(second.started).toBe(true);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('attaches to the server that a killed process left behind, and stops it in the end', async () => {
    const killed = await startFixture();
    const pid = await serverPid();
    await kill(killed.process, 'SIGKILL');
    const server = await start();
    expect(server).toMatchObject({ started: false, url: killed.url });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    await gone(pid);
  });

  test('recovers all committed data after kill -9 of the server', async () => {
    const first = await start();
    const ended = new Promise<string>((resolve) => first.onExit?.(resolve));
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill((await serverPid()) ?? 0, 'SIGKILL');
    const second = await start();
    expect(second.started).toBe(true);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await ended).toMatch(/embedded PostgreSQL \(process \d+\) has ended/);
  });

  test('ignores a stale pid file whose pid now belongs to another process', async () => {
    const first = await start();
    process.kill((await serverPid()) ?? 0, 'SIGKILL');
    await gone(await pidInFile());
    const { uid, gid } = await stat(path.join(await dataRootOf(), 'cluster'));
    const stranger = spawn('sleep', ['60'], { uid, gid });
    undo.push(() => kill(stranger, 'SIGKILL'));
    const file = path.join(await dataRootOf(), 'cluster', 'postmaster.pid');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(stranger.pid)));
    const second = await start();
    expect(second.started).toBe(true);
    expect(second.url).not.toBe(first.url);
  });

  test('takes over the start lock of a dead process', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    await writeFile(path.join(dataDir, 'postgres', 'start.lock'), `${dead.pid} left`);
    expect((await start()).started).toBe(true);
  });
});

describe('several processes', () => {
  test('share one server when they start at the same time', async () => {
    await chmod(parent, 0o700); // as root they must also agree on a data root elsewhere
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

  test('can find a running server, but never stop it through the handle that they get', async () => {
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

  test('does not wait for connected clients, and calls no onExit listener', async () => {
    const server = await start();
    const reasons: string[] = [];
    server.onExit?.((reason) => reasons.push(reason));
    const client = await connected(server.url);
    const pid = await serverPid();
    await Promise.all([server.stop(), server.stop()]);
    await gone(pid);
    await client.end().catch(() => {});
    expect(reasons).toEqual([]);
  });

  test('leaves a newer server alone when its own was killed', async () => {
    const first = await start();
    process.kill((await serverPid()) ?? 0, 'SIGKILL');
    const second = await start();
    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is not needed when the lock loses its connection: the lock reconnects, and calls no onExit listener', async () => {
    const server = await start();
    const reasons: string[] = [];
    server.onExit?.((reason) => reasons.push(reason));
    const locks = `FROM pg_stat_activity WHERE application_name LIKE 'tradepost service %'`;
    const [ended] = await query(server.url, `SELECT pid, pg_terminate_backend(pid) ${locks}`);
    await vi.waitFor(async () => {
      const [again] = await query(server.url, `SELECT pid ${locks}`);
      expect(again?.pid).toEqual(expect.any(Number));
      expect(again?.pid).not.toBe(ended?.pid);
    }, DEADLINE_MS);
    expect(reasons).toEqual([]);
  });
});

describe('programs', () => {
  test('run from a package whose install script created no links', async () => {
    await startedBefore();
    const packageDir = await packageWithoutLinks();
    const server = await start({ packageDir });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.runIf(isRoot)(
    'and data are stored elsewhere when the data folder of root is closed to other users',
    async () => {
      await chmod(parent, 0o700);
      const packageDir = await packageWithoutLinks();
      const first = await start({ packageDir });
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      const copy = await copiedPostgres();
      const second = await start({ packageDir });
      expect(await dataRootOf()).not.toContain(parent);
      expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      expect(await copiedPostgres()).toEqual(copy);
      expect(await findRunningEmbedded(dataDir)).toMatchObject({ url: second.url });
    },
  );

  test.each([
    ['musl', undefined],
    ['an old glibc', '2.26'],
  ])('are not started on %s, with the advice to set DATABASE_URL', (_, version) => {
    expect(() => assertGlibc(version)).toThrow('Set DATABASE_URL');
  });

  test('are missing on an unsupported platform, with the advice to set DATABASE_URL', () => {
    expect(() => findPlatformPackage('freebsd', 'x64')).toThrow('Set DATABASE_URL');
  });
});

describe('a data folder prepared by another user', () => {
  test('is rejected when it is a link', async () => {
    await mkdir(dataDir);
    await symlink(parent, path.join(dataDir, 'postgres'));
    await expect(start()).rejects.toThrow('must be a folder');
  });

  test.runIf(isRoot)('is rejected when it is not ours', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await chown(path.join(dataDir, 'postgres'), NOBODY, NOBODY);
    await expect(start()).rejects.toThrow(`belongs to user id ${NOBODY}`);
    await expect(findRunningEmbedded(dataDir)).rejects.toThrow(`belongs to user id ${NOBODY}`);
  });

  test.runIf(isRoot)('is rejected in a world-writable place', async () => {
    await mkdir(dataDir);
    await chown(dataDir, NOBODY, NOBODY);
    await chmod(parent, 0o1777);
    await expect(start()).rejects.toThrow('in a folder open to all');
  });
});

/** mkdtemp alone makes it 0700, which would send root's cluster to /var/lib. */
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
  const child = spawn(process.execPath, [build.fileOf(FIXTURE), dataDir], {
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
  client.on('error', () => {}); // the server may be stopped while it is connected
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

async function dataRootOf(): Promise<string> {
  const folder = path.join(dataDir, 'postgres');
  return readFile(path.join(folder, 'home'), 'utf8').catch(() => folder);
}

async function pidInFile(): Promise<number | undefined> {
  return (await readPidFile(path.join(await dataRootOf(), 'cluster')))?.pid;
}

/** The pid of the server, if it is running. */
async function serverPid(): Promise<number | undefined> {
  const pid = await pidInFile();
  return pid && (await isPostmaster(pid, path.join(await dataRootOf(), 'cluster'))) ? pid : undefined;
}

async function gone(pid: number | undefined): Promise<void> {
  const cluster = path.join(await dataRootOf(), 'cluster');
  expect(pid).toEqual(expect.any(Number));
  await vi.waitFor(async () => expect(await isPostmaster(pid ?? 0, cluster)).toBe(false), DEADLINE_MS);
}

/** A package as `npm install --ignore-scripts` leaves it. */
async function packageWithoutLinks(): Promise<string> {
  const packageDir = path.join(parent, 'package');
  const filter = async (source: string): Promise<boolean> => !(await lstat(source)).isSymbolicLink();
  await cp(findPlatformPackage(), packageDir, { recursive: true, filter });
  return packageDir;
}

/** Identifies the copied program: a second copy would be another file. */
async function copiedPostgres(): Promise<{ ino: number; mtimeMs: number }> {
  const { version } = JSON.parse(await readFile(path.join(findPlatformPackage(), 'package.json'), 'utf8'));
  const { ino, mtimeMs } = await stat(
    path.join(await dataRootOf(), `binaries-${version}`, 'native', 'bin', 'postgres'),
  );
  return { ino, mtimeMs };
}
