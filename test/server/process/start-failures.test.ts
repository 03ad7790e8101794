import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import type pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Certificate, openAuthority } from '../../support/certificates.ts';
import { type Env, type Finished, runCommand } from '../../support/command.ts';
import { TEMPLATE } from '../../support/database-server.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { hasRedis, startRedis } from '../../support/redis-server.ts';
import { useTcpServer } from '../../support/stub-tcp-server.ts';
import { SECRET_KEY } from '../../support/test-environment.ts';

const PASSWORD = 'do-not-print-me';

async function useDatabase(): Promise<string> {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(() => database.drop());
  return database.url;
}

/** `serve` until it exits by itself, with a port of its own unless told otherwise. */
async function failedStart(env: Env): Promise<Finished> {
  const settings = { PORT: '0', TRADEPOST_SECRET_KEY: SECRET_KEY, DATABASE_START_TIMEOUT: '2s', ...env };
  const result = await runCommand(['serve', '--json'], settings);
  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(result.stderr).not.toContain(PASSWORD);
  return result;
}

/** What the process says when it exits, beside its log. */
const lastLine = ({ stderr }: Finished): string =>
  stderr
    .trimEnd()
    .split('\n')
    .findLast((line) => !line.startsWith('{'))!;

const changed = (url: string, parts: Partial<URL>): string => Object.assign(new URL(url), parts).href;
const placeOf = (url: string, setting = 'DATABASE_URL'): string => `${new URL(url).host} (${setting})`;

/** How many connections the service has left on its database. */
const connections = (url: string): Promise<number> =>
  onServer(inject('serverUrl'), async (client) => {
    const name = new URL(url).pathname.slice(1);
    const text = 'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1';
    return (await client.query<{ n: number }>(text, [name])).rows[0]!.n;
  });

describe('a port that is in use', () => {
  it.each(['PORT', 'PANEL_PORT', 'METRICS_PORT'])(
    'ends the start with a sentence that names %s, and nothing keeps running',
    async (setting) => {
      const taken = String(await useTcpServer());
      const url = await useDatabase();
      const redis = hasRedis() ? await startRedis() : undefined;
      onTestFinished(async () => redis?.stop());
      const result = await failedStart({ DATABASE_URL: url, REDIS_URL: redis?.url, [setting]: taken });
      expect(lastLine(result)).toBe(
        `Port ${taken} of 127.0.0.1 is in use. Set ${setting} to another port, or stop the program that uses it.`,
      );
      expect(await connections(url)).toBe(0);
    },
  );

  it('of a process with only the worker names PORT too, before anything is sent', async () => {
    const taken = String(await useTcpServer());
    const env = { DATABASE_URL: await useDatabase(), TRADEPOST_SECRET_KEY: SECRET_KEY, PORT: taken };
    const result = await runCommand(['serve', '--roles', 'worker'], env);
    expect([result.code, lastLine(result)]).toEqual([1, expect.stringContaining('Set PORT to another port')]);
  });
});

it.each(['HOST', 'METRICS_HOST'])('an address of another machine in %s ends the start', async (setting) => {
  const env = { DATABASE_URL: await useDatabase(), METRICS_PORT: '0', [setting]: '192.0.2.1' };
  expect(lastLine(await failedStart(env))).toBe(
    `${setting} is 192.0.2.1, which isn't an address of this machine (EADDRNOTAVAIL).`,
  );
});

describe('a database that only the operator can mend ends the start at once', () => {
  it('with a wrong password, also for a command', async () => {
    const url = changed(await useDatabase(), { password: PASSWORD });
    const sentence = `PostgreSQL at ${placeOf(url)} refuses the password of user "tradepost". Check user and password in DATABASE_URL.`;
    expect(lastLine(await failedStart({ DATABASE_URL: url }))).toBe(sentence);
    const command = await runCommand(['key', 'list', '--tenant', '1'], { DATABASE_URL: url });
    expect([command.code, lastLine(command)]).toEqual([1, sentence]);
  });

  it('without a password', async () => {
    const url = changed(await useDatabase(), { password: '' });
    expect(lastLine(await failedStart({ DATABASE_URL: url }))).toBe(
      `PostgreSQL at ${placeOf(url)} asks for a password, and DATABASE_URL has none.`,
    );
  });

  it('with a database that does not exist, in DATABASE_DIRECT_URL', async () => {
    const url = await useDatabase();
    const direct = changed(url, { pathname: '/nowhere' });
    expect(lastLine(await failedStart({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }))).toBe(
      `PostgreSQL at ${placeOf(url, 'DATABASE_DIRECT_URL')} has no database "nowhere". Create it, or change the name in DATABASE_DIRECT_URL.`,
    );
  });

  it('with DATABASE_DIRECT_URL and DATABASE_URL of two databases, before it migrates one', async () => {
    const url = await useDatabase();
    const direct = changed(url, { pathname: '/template1' });
    const result = await failedStart({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct });
    const oidOf = (each: string) =>
      onServer(each, async (client) => {
        const text = 'SELECT oid FROM pg_database WHERE datname = current_database()';
        return (await client.query<{ oid: string }>(text)).rows[0]!.oid;
      });
    expect(lastLine(result)).toBe(
      `DATABASE_DIRECT_URL and DATABASE_URL lead to two different databases: ${new URL(direct).host}/template1 and ${new URL(url).host}${new URL(url).pathname} have different oids (${await oidOf(direct)} and ${await oidOf(url)}). Both must be the same one, DATABASE_DIRECT_URL without a pooler.`,
    );
    const tables = "SELECT 1 FROM pg_class WHERE relname = 'tenants'";
    expect((await onServer(direct, (client) => client.query(tables))).rowCount).toBe(0);
  });

  it('with a replica that has no such database, in DATABASE_REPLICA_URL', async () => {
    const url = await useDatabase();
    const replica = changed(url, { pathname: '/nowhere' });
    expect(lastLine(await failedStart({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica }))).toBe(
      `PostgreSQL at ${placeOf(url, 'DATABASE_REPLICA_URL')} has no database "nowhere". Create it, or change the name in DATABASE_REPLICA_URL.`,
    );
  });

  it('with a user who may not create tables', async () => {
    const name = `limited_${randomBytes(6).toString('hex')}`;
    const server = inject('serverUrl');
    await onServer(server, (client) => client.query(`CREATE DATABASE ${name}`));
    await onServer(server, (client) => client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'`));
    onTestFinished(() =>
      onServer(server, async (client) => {
        await client.query(`DROP DATABASE ${name}`);
        await client.query(`DROP ROLE ${name}`);
      }),
    );
    const url = changed(server, { pathname: `/${name}`, username: name, password: PASSWORD });
    expect(lastLine(await failedStart({ DATABASE_URL: url }))).toMatch(
      new RegExp(`^User "${name}" lacks a right in database "${name}" at .* Grant it, or change the user`),
    );
  });

  it('with sslmode and a server without TLS', async () => {
    const url = `${await useDatabase()}?sslmode=require`;
    expect(lastLine(await failedStart({ DATABASE_URL: url }))).toBe(
      `PostgreSQL at ${placeOf(url)} has no TLS, which sslmode in DATABASE_URL asks for.`,
    );
  });

  it('with a certificate file that does not exist', async () => {
    const url = `${await useDatabase()}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`;
    expect(lastLine(await failedStart({ DATABASE_URL: url }))).toBe(
      "DATABASE_URL names the file /nowhere/ca.pem, which can't be read (ENOENT).",
    );
  });
});

describe('TLS to PostgreSQL ends the start', () => {
  /** Answers PostgreSQL's request for TLS, and shows its certificate. */
  const useTlsPostgres = (certificate: Certificate): Promise<number> =>
    useTcpServer((socket) => {
      socket.once('data', () => {
        socket.write('S');
        serveTls(socket, certificate);
      });
    });
  const authority = openAuthority();

  it('with a certificate that nobody trusts', async () => {
    const port = await useTlsPostgres(authority.certify('localhost'));
    const url = `postgres://tradepost:${PASSWORD}@localhost:${port}/tradepost?sslmode=verify-full`;
    expect(lastLine(await failedStart({ DATABASE_URL: url }))).toMatch(
      /^TLS to localhost:\d+ \(DATABASE_URL\) fails \([A-Z_]+\): .* Check sslmode and sslrootcert in DATABASE_URL\.$/,
    );
  });

  it('with a certificate for another name', async () => {
    const port = await useTlsPostgres(authority.certify('db.example.com'));
    const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-ca-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'ca.pem');
    await writeFile(file, authority.ca);
    const url = `postgres://tradepost:${PASSWORD}@localhost:${port}/tradepost?sslmode=verify-full&sslrootcert=${file}`;
    expect(lastLine(await failedStart({ DATABASE_URL: url }))).toContain('(ERR_TLS_CERT_ALTNAME_INVALID)');
  });
});

describe('a database that may come back is waited for, with a line each second, until the limit', () => {
  const waits = async (url: string, sentence: string): Promise<void> => {
    const result = await failedStart({ DATABASE_URL: url, DATABASE_START_TIMEOUT: '3s' });
    expect(lastLine(result)).toBe(
      `The database wasn't available within 3 s (DATABASE_START_TIMEOUT): ${sentence}.`,
    );
    const lines = result.stderr.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({
        limit_ms: 3_000,
        msg: expect.stringMatching(/^waiting for the database: .*\(DATABASE_URL\)/),
      });
    expect(lines.map((line) => JSON.parse(line).waited_ms >= 900)).not.toContain(false);
  };
  const at = (port: number): string => `postgres://tradepost:${PASSWORD}@127.0.0.1:${port}/tradepost`;

  it('if it accepts connections and never answers', async () => {
    const url = at(await useTcpServer());
    await waits(url, `${placeOf(url)} accepts connections and doesn't answer`);
  });

  it('if it refuses connections', async () => {
    const url = at(await freePort());
    await waits(url, `${placeOf(url)} refuses connections`);
  });

  it('if it closes each connection', async () => {
    const url = at(await useTcpServer((socket) => socket.end()));
    await waits(url, `${placeOf(url)} closes the connection without an answer`);
  });

  it('if its name is unknown', async () => {
    const url = `postgres://tradepost:${PASSWORD}@nowhere.invalid/tradepost`;
    const result = await failedStart({ DATABASE_URL: url });
    expect(lastLine(result)).toMatch(/nowhere\.invalid.* of nowhere\.invalid:5432 \(DATABASE_URL\)/);
  });

  it('if it is read-only', async () => {
    const url = await useDatabase();
    const name = new URL(url).pathname.slice(1);
    await onServer(inject('serverUrl'), (client) =>
      client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`),
    );
    await waits(url, `PostgreSQL at ${placeOf(url)} takes no writes: it is read-only`);
  });

  it('if it has no connection left', async () => {
    const url = await useDatabase();
    const name = new URL(url).pathname.slice(1);
    const role = `full_${randomBytes(6).toString('hex')}`;
    await onServer(inject('serverUrl'), (client) =>
      client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}' CONNECTION LIMIT 0`),
    );
    onTestFinished(() =>
      onServer(inject('serverUrl'), async (client) => void (await client.query(`DROP ROLE ${role}`))),
    );
    const limited = changed(url, { username: role, password: PASSWORD, pathname: `/${name}` });
    await waits(
      limited,
      `PostgreSQL at ${placeOf(url)} refuses the connection: too many connections for role "${role}"`,
    );
  });

  it('and the service starts when it comes', async () => {
    const url = await useDatabase();
    const port = await freePort();
    const late = net.createServer((socket) => {
      const { hostname, port: target } = new URL(url);
      const upstream = net.connect(Number(target), hostname);
      socket
        .on('error', () => upstream.destroy())
        .pipe(upstream)
        .on('error', () => socket.destroy())
        .pipe(socket);
    });
    onTestFinished(() => void late.close());
    const started = runCommand(['migrate', '--json'], {
      DATABASE_URL: changed(url, { port: String(port) }),
      TRADEPOST_SECRET_KEY: SECRET_KEY,
    });
    await once(late.listen(port, '127.0.0.1'), 'listening');
    expect(JSON.parse((await started).stdout)).toEqual({ status: 'up to date' });
  });
});

describe.skipIf(!hasRedis())('Redis', () => {
  it('with a password that it refuses ends the start', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const url = changed(redis.url, { username: 'somebody', password: PASSWORD });
    expect(lastLine(await failedStart({ DATABASE_URL: await useDatabase(), REDIS_URL: url }))).toBe(
      `Redis at ${new URL(url).host} (REDIS_URL) refuses user and password. Check them in REDIS_URL.`,
    );
  });

  it('with a certificate that nobody trusts ends the start', async () => {
    const port = await useTcpServer((socket) => void serveTls(socket, openAuthority().certify('localhost')));
    const env = { DATABASE_URL: await useDatabase(), REDIS_URL: `rediss://127.0.0.1:${port}` };
    expect(lastLine(await failedStart(env))).toMatch(
      new RegExp(`^TLS to Redis at 127.0.0.1:${port} \\(REDIS_URL\\) fails \\(`),
    );
  });

  it('that is away does not end the start: each process counts for itself', async () => {
    const env = {
      DATABASE_URL: await useDatabase(),
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      METRICS_PORT: String(await useTcpServer()),
    };
    expect(lastLine(await failedStart(env))).toContain('METRICS_PORT');
  });
});

const serveTls = (socket: net.Socket, certificate: Certificate): tls.TLSSocket =>
  new tls.TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {});

it('a data folder that is a file ends the start with a sentence', async () => {
  const file = `/tmp/tradepost-not-a-folder-${randomBytes(6).toString('hex')}`;
  await writeFile(file, '');
  onTestFinished(() => rm(file));
  const { code, stderr } = await runCommand(['serve'], { PORT: '0', TRADEPOST_DATA_DIR: file });
  expect([code, stderr]).toEqual([
    1,
    `TRADEPOST_DATA_DIR is ${file}, which can't be used as a folder (EEXIST).\n`,
  ]);
});

it('a migrator that does nothing is waited for with a line each second, and ends the start after a while', async () => {
  const url = await useDatabase();
  await onServer(url, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid, pg_advisory_lock(7403201)');
    const result = await failedStart({ DATABASE_URL: url });
    const { pid } = rows[0] as { pid: number };
    expect(lastLine(result)).toMatch(
      new RegExp(
        `^The migrations couldn't begin: PostgreSQL's process ${pid} \\(127.0.0.1, connected for \\d+ s\\) holds their lock and has done nothing for 2 s \\(DATABASE_START_TIMEOUT\\)\\.`,
      ),
    );
    expect(
      result.stderr.match(/waiting for the database: another process is migrating it/g)!.length,
    ).toBeGreaterThan(1);
  });
});

it('a migrator that works is waited for until DATABASE_MIGRATION_TIMEOUT, and the lines say what it waits for', async () => {
  const url = await useDatabase();
  const env = { DATABASE_URL: url, DATABASE_MIGRATION_TIMEOUT: '2s' };
  await onServer(url, (holder) =>
    onServer(url, async (migrator) => {
      const pidOf = async (client: pg.Client) =>
        (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
      const [waitsFor, pid] = [await pidOf(holder), await pidOf(migrator)];
      await holder.query('SELECT pg_advisory_lock(1)');
      await migrator.query("SET application_name = 'stuck'; SELECT pg_advisory_lock(7403201)");
      const stuck = migrator.query('SELECT pg_advisory_lock(1)');
      const result = await failedStart(env);
      const who = `PostgreSQL's process ${pid} (stuck, 127.0.0.1, connected for N s)`;
      const withoutSeconds = (text: string) => text.replaceAll(/connected for \d+ s/g, 'connected for N s');
      expect(withoutSeconds(lastLine(result))).toBe(
        `The migrations couldn't begin: ${who} holds their lock, waits for locks of ${waitsFor}, and hasn't released it within 2 s (DATABASE_MIGRATION_TIMEOUT). If it is stuck, end it with SELECT pg_terminate_backend(${pid}), and start again.`,
      );
      const waiting = `waiting for the database: another process is migrating it: ${who} holds the lock and waits for locks of ${waitsFor}`;
      expect(withoutSeconds(result.stderr).split(waiting).length).toBeGreaterThan(2);
      await holder.query('SELECT pg_advisory_unlock(1)');
      await stuck;
    }),
  );
});
