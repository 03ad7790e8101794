import { readdirSync, readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import {
  type ClientFailure,
  clientFailureOf,
  QUERY_TIMEOUT_MESSAGE,
} from '../../../server/db/wire/errors.ts';
import { type ConnectionInside, Parser } from '../../../server/db/wire/pg-inside.ts';
import { freePort } from '../../support/free-port.ts';
import { useTcpServer } from '../../support/stub-tcp-server.ts';

// Each test is about something of pg that isn't promised, and that server/db/wire/ relies on. It uses pg as it comes, without our
// classes: after an upgrade, a failure names what pg has changed.

type Inside = Omit<pg.Client, 'connection' | 'pipeline'> & {
  readonly connection: ConnectionInside;
  readonly processID: number | null;
  readonly secretKey: number | null;
  pipeline: boolean;
};

const inside = (client: pg.Client): Inside => client as unknown as Inside;

async function connected(config: pg.ClientConfig = {}): Promise<Inside> {
  const client = new pg.Client({ connectionString: inject('serverUrl'), ...config });
  client.on('error', () => {});
  onTestFinished(() => client.end());
  await client.connect();
  return inside(client);
}

/** A query that isn't pg's own, as PreparedQuery is one: sends one statement, and keeps what pg calls it with. */
function submittable(send: (connection: ConnectionInside) => Error | null, name?: string) {
  const calls: [method: string, argument: unknown][] = [];
  let resolve = (): void => {};
  const ended = new Promise<void>((end) => (resolve = end));
  const keep = (method: string) => (argument: unknown) => void calls.push([method, argument]);
  const query = {
    name,
    submit: (connection: unknown) => send(connection as ConnectionInside),
    handleRowDescription: keep('handleRowDescription'),
    handleDataRow: keep('handleDataRow'),
    handleCommandComplete: keep('handleCommandComplete'),
    handleEmptyQuery: keep('handleEmptyQuery'),
    handleError: (error: unknown) => {
      keep('handleError')(error);
      resolve();
    },
    handleReadyForQuery: () => {
      keep('handleReadyForQuery')(undefined);
      resolve();
    },
  };
  return { query, calls, ended };
}

/** Sends a prepared statement with the messages that PreparedQuery uses. */
const prepared =
  (name: string, text: string, values: (string | null)[]) =>
  (connection: ConnectionInside): null => {
    connection.stream.cork();
    connection.parse({ name, text });
    connection.submittedNamedStatements[name] = text;
    connection.bind({ statement: name, values });
    connection.describe({ type: 'P' });
    connection.execute({});
    connection.sync();
    connection.stream.uncork();
    return null;
  };

it('Client.processID and secretKey are the key of the connection, and null before it connects', async () => {
  const { processID, secretKey } = inside(new pg.Client());
  expect([processID, secretKey]).toEqual([null, null]);
  const client = await connected();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  expect([client.processID, typeof client.secretKey]).toEqual([rows[0].pid, 'number']);
});

it('Client.host and port are where it connects to', async () => {
  const url = new URL(inject('serverUrl'));
  const { host, port } = await connected();
  expect([host, port]).toEqual([url.hostname, Number(url.port)]);
});

it('Client.pipeline can be set while connected, and sends queries without waiting for results', async () => {
  const client = await connected();
  const sent: string[] = [];
  const { stream } = client.connection;
  stream.on('data', () => sent.push('answer'));
  client.pipeline = true;
  const both = ['SELECT pg_sleep(0.2)', 'SELECT 2 AS n'].map((text) => client.query({ text, values: [] }));
  const written = (stream as Duplex & { bytesWritten: number }).bytesWritten;
  const [, second] = await Promise.all(both);
  client.pipeline = false;
  expect((stream as Duplex & { bytesWritten: number }).bytesWritten).toBe(written); // Both had gone out before the first answer.
  expect(second!.rows).toEqual([{ n: 2 }]);
  expect((await client.query('SELECT 3 AS n')).rows).toEqual([{ n: 3 }]);
});

it('Client.ref and unref are those of its socket', async () => {
  const client = await connected();
  const socket = client.connection.stream as Duplex & { ref(): void; unref(): void };
  const calls: string[] = [];
  Object.assign(socket, { ref: () => calls.push('ref'), unref: () => calls.push('unref') });
  const { ref, unref } = client as unknown as { ref(): void; unref(): void };
  unref.call(client);
  ref.call(client);
  expect(calls).toEqual(['unref', 'ref']);
});

it('Connection.stream is the socket: destroying it ends the connection', async () => {
  const client = await connected();
  const ended = new Promise<void>((end) => client.once('end', end));
  client.connection.stream.destroy();
  await ended;
});

it('the query option query_timeout counts for that query alone', async () => {
  const client = await connected();
  const query = { text: 'SELECT pg_sleep(0.5)', query_timeout: 50 };
  await expect(client.query(query)).rejects.toThrow(QUERY_TIMEOUT_MESSAGE);
  expect((await client.query('SELECT pg_sleep(0.1), 1 AS n')).rows).toMatchObject([{ n: 1 }]);
});

it('Connection.parse, bind, describe, execute and sync send a statement, and its results come to the query', async () => {
  const client = await connected();
  const send = prepared('wire', "SELECT $1::int + 1 AS n, $2::text AS t, 'é' AS u", ['1', null]);
  const { query, calls, ended } = submittable(send, 'wire');
  client.query(query as unknown as pg.Submittable);
  await ended;
  const [methods, given] = [calls.map(([method]) => method), Object.fromEntries(calls)];
  expect(methods).toEqual([
    'handleRowDescription',
    'handleDataRow',
    'handleCommandComplete',
    'handleReadyForQuery',
  ]);
  expect(given.handleRowDescription).toMatchObject({
    fields: [
      { name: 'n', dataTypeID: 23 },
      { name: 't', dataTypeID: 25 },
      { name: 'u', dataTypeID: 25 },
    ],
  });
  expect(given.handleDataRow).toMatchObject({ fields: ['2', null, 'é'] });
});

it('Connection.parsedStatements and submittedNamedStatements tell what pg itself has prepared', async () => {
  const client = await connected();
  const text = 'SELECT $1::int AS n';
  await client.query({ name: 'of pg', text, values: [1] });
  const { parsedStatements, submittedNamedStatements } = client.connection;
  expect(parsedStatements['of pg'] ?? submittedNamedStatements['of pg']).toBe(text);
});

it('Connection.submittedNamedStatements forgets a statement that failed by its query.name', async () => {
  const client = await connected();
  const { query, calls, ended } = submittable(prepared('fails', 'SELECT 1 / $1::int', ['0']), 'fails');
  client.query(query as unknown as pg.Submittable);
  await ended;
  expect(calls.at(-1)).toMatchObject(['handleError', { code: '22012' }]);
  expect(client.connection.submittedNamedStatements).not.toHaveProperty('fails');
  expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
});

it('an error that submit returns comes to handleError, and the connection goes on', async () => {
  const client = await connected();
  const { query, calls, ended } = submittable(() => new Error('not sent'));
  client.query(query as unknown as pg.Submittable);
  await ended;
  expect(calls).toMatchObject([['handleError', { message: 'not sent' }]]);
  expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
});

it('Connection.attachListeners is called once with what is read from, and may be replaced before connecting', async () => {
  const client = inside(new pg.Client({ connectionString: inject('serverUrl') }));
  onTestFinished(() => client.end());
  const attached: Duplex[] = [];
  const { attachListeners } = client.connection;
  client.connection.attachListeners = (stream) => {
    attached.push(stream);
    attachListeners.call(client.connection, stream);
  };
  await client.connect();
  expect(attached).toEqual([client.connection.stream]);
});

it('Connection._emitMessage says whether somebody listens to all messages', async () => {
  const { connection } = await connected();
  expect(connection._emitMessage).toBe(false);
  (connection as unknown as NodeJS.EventEmitter).on('message', () => {});
  expect(connection._emitMessage).toBe(true);
});

it('Connection emits each message by its name, and an error as errorMessage', async () => {
  const client = await connected();
  const names: string[] = [];
  const { connection } = client;
  const { emit } = connection;
  connection.emit = (event, message) => {
    names.push(event);
    return emit.call(connection, event, message);
  };
  await client.query('SELECT 1 / 0').catch(() => {});
  await client.query('SELECT 1');
  expect(names).toContain('errorMessage');
  expect(names).toContain('readyForQuery');
});

it("pg-protocol's Parser passes each packet to handlePacket, at the offset of its contents", () => {
  const seen: [code: string, contents: string][] = [];
  class Watching extends Parser {
    override handlePacket(offset: number, code: number, length: number, bytes: Buffer) {
      seen.push([String.fromCharCode(code), bytes.subarray(offset, offset + length - 4).toString('latin1')]);
      return super.handlePacket(offset, code, length, bytes);
    }
  }
  const rows = Buffer.from('D\0\0\0\x0b\0\x01\0\0\0\x01aD\0\0\0\x0b\0\x01\0\0\0\x01b', 'latin1');
  const messages: unknown[] = [];
  const parser = new Watching();
  // In two pieces: the second row is cut.
  for (const piece of [rows.subarray(0, 15), rows.subarray(15)])
    parser.parse(piece, (message) => messages.push(message));
  const row = (text: string) => ['D', `\0\x01\0\0\0\x01${text}`];
  expect(seen).toEqual([row('a'), row('b')]);
  expect(messages).toMatchObject([
    { name: 'dataRow', fields: ['a'] },
    { name: 'dataRow', fields: ['b'] },
  ]);
});

it('Client.query passes a query that has submit on without a timer of its own', async () => {
  const client = await connected();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const { query, ended } = submittable(prepared('timer', 'SELECT pg_sleep(0.05)', []));
  client.query(query as unknown as pg.Submittable);
  expect(timers()).toBe(before);
  await ended;
});

it("pg's pool makes each connection of its option Client, with its options, after connect() was called", async () => {
  const made: pg.ClientConfig[] = [];
  class Watched extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      made.push(config!);
      super({ ...config, connectionString: inject('serverUrl') });
    }
  }
  const checks: boolean[] = [];
  const onConnect = async (client: pg.ClientBase) => {
    await client.query('SELECT 1');
    checks.push(client instanceof Watched);
  };
  const pool = new pg.Pool({ application_name: 'wire', max: 2, Client: Watched, onConnect });
  onTestFinished(() => pool.end());
  expect(made).toEqual([]);
  const client = await pool.connect();
  expect([made.map(({ application_name }) => application_name), checks]).toEqual([['wire'], [true]]);
  client.release(true);
  expect(pool.totalCount).toBe(0);
});

const at = (port: number): string =>
  Object.assign(new URL(inject('serverUrl')), { hostname: '127.0.0.1', port: String(port) }).href;
const connecting = (connectionString: string, config: pg.ClientConfig = {}) =>
  connected({ connectionString, ...config });

const failures: [ClientFailure, message: string, fail: () => Promise<unknown>][] = [
  [
    'timeout',
    'timeout expired',
    async () => connecting(at(await useTcpServer()), { connectionTimeoutMillis: 100 }),
  ],
  [
    'timeout',
    'Connection terminated due to connection timeout',
    async () => {
      const connectionString = at(await useTcpServer());
      // The client's own limit is longer, so that the pool's is the one that ends it.
      class Patient extends pg.Client {
        constructor(config?: pg.ClientConfig) {
          super({ ...config, connectionTimeoutMillis: 60_000 });
        }
      }
      const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 100, Client: Patient });
      await pool.connect();
    },
  ],
  [
    'timeout',
    QUERY_TIMEOUT_MESSAGE,
    async () => (await connected({ query_timeout: 50 })).query('SELECT pg_sleep(0.3)'),
  ],
  [
    'pool_full',
    'timeout exceeded when trying to connect',
    async () => {
      const pool = new pg.Pool({
        connectionString: inject('serverUrl'),
        max: 1,
        connectionTimeoutMillis: 500,
      });
      const client = await pool.connect();
      await pool.connect().finally(() => {
        client.release();
        return pool.end();
      });
    },
  ],
  [
    'closed',
    'Connection terminated unexpectedly',
    async () => connecting(at(await useTcpServer((socket) => void socket.end()))),
  ],
  [
    'closed',
    'Connection terminated',
    async () => {
      const client = await connected();
      const query = client.query('SELECT pg_sleep(10)');
      void client.end();
      await query;
    },
  ],
  [
    'not_sent',
    'Client has encountered a connection error and is not queryable',
    async () => {
      const client = await connected();
      const ended = new Promise<void>((end) => client.once('end', end));
      client.connection.stream.destroy(new Error('broken'));
      await ended;
      await client.query('SELECT 1');
    },
  ],
  [
    'not_sent',
    'Client was closed and is not queryable',
    async () => {
      const client = await connected();
      void client.end();
      await client.query('SELECT 1');
    },
  ],
  [
    'no_tls',
    'The server does not support SSL connections',
    async () =>
      connecting(at(await useTcpServer((socket) => void socket.once('data', () => socket.write('N')))), {
        ssl: true,
      }),
  ],
  [
    'no_password',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    async () => {
      const url = Object.assign(new URL(inject('serverUrl')), { password: '' });
      await connecting(url.href);
    },
  ],
];

it.each(failures)('%s is what an error with the words "%s" means', async (failure, message, fail) => {
  const error = await fail().then(
    () => undefined,
    (failed: Error) => failed,
  );
  expect([error?.message, clientFailureOf(error)]).toEqual([message, failure]);
});

it("neither PostgreSQL's own errors nor those of the socket are failures of pg's", async () => {
  const client = await connected();
  const errors = await Promise.all([
    client.query("DO $$ BEGIN RAISE 'timeout expired'; END $$").catch((error: unknown) => error),
    connecting(at(await freePort())).catch((error: unknown) => error),
  ]);
  expect(errors.map(clientFailureOf)).toEqual([undefined, undefined]);
});

/** Words that only what is inside of pg has. */
const INSIDE =
  /_emitMessage|_queryable|parsedStatements|submittedNamedStatements|processID|pg-protocol|pg-pool|connection\.stream|[.]pipeline\b|Connection terminated|timeout exceeded|Query read timeout|not queryable|Client was closed|does not support SSL|client password must/;

it('of the server, only db/wire knows of all that', () => {
  const root = new URL('../../../server/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /[.]tsx?$/.test(file),
  );
  const knowing = files.filter((file) => INSIDE.test(readFileSync(new URL(file, root), 'utf8')));
  expect(knowing.length).toBeGreaterThan(0);
  expect(knowing.filter((file) => !file.startsWith('db/wire/'))).toEqual([]);
});
