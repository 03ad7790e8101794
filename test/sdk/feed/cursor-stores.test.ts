import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigurationError, type CursorStore } from '@tradepost/sdk';
import { fileCursorStore } from '@tradepost/sdk/cursors/file';
import { CREATE_TABLE, postgresCursorStore } from '@tradepost/sdk/cursors/postgres';
import { redisCursorStore } from '@tradepost/sdk/cursors/redis';
import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { ownDatabase } from '../../support/databases.ts';
import { hasRedis, startRedis } from '../../support/redis-server.ts';
import { failureOf } from '../failure-of.ts';
import { serveFeed } from './feed-server.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'tradepost-cursor-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function openPostgres(): Promise<CursorStore> {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {}); // the server closes idle connections when the database is dropped
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await pool.query(CREATE_TABLE);
  await postgresCursorStore(pool, 'another program').write('x');
  return postgresCursorStore(pool, 'erp');
}

async function openRedis(): Promise<CursorStore> {
  const server = await startRedis();
  const client = new Redis(server.url);
  onTestFinished(async () => {
    client.disconnect();
    await server.stop();
  });
  return redisCursorStore(client, 'erp:cursor');
}

const STORES: [string, () => CursorStore | Promise<CursorStore>][] = [
  ['file', () => fileCursorStore(path.join(folder(), 'cursor'))],
  ['PostgreSQL', openPostgres],
  ...(hasRedis() ? ([['Redis', openRedis]] as [string, typeof openRedis][]) : []),
];

describe.each(STORES)('a %s store', (_name, open) => {
  it('has no cursor at first, and then the one that was written last', async () => {
    const store = await open();
    expect(await store.read()).toBeUndefined();
    await store.write('first');
    await store.write('second');
    expect(await store.read()).toBe('second');
  });
});

describe('a file store', () => {
  it('replaces the file and leaves no other', async () => {
    const made = folder();
    await fileCursorStore(path.join(made, 'cursor')).write('first');
    expect(readdirSync(made)).toEqual(['cursor']);
    expect(readFileSync(path.join(made, 'cursor'), 'utf8')).toBe('first');
  });

  it('says what to do about an empty file, and about one that it cannot read', async () => {
    const made = folder();
    const file = path.join(made, 'cursor');
    writeFileSync(file, '');
    for (const name of [file, made]) {
      const error = await failureOf<Error>((async () => fileCursorStore(name).read())());
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain(name);
    }
  });
});

describe('a store of a client that cannot work', () => {
  it.each([undefined, null, {}, 'postgres://x', 5, { query: 'x' }, { get() {}, set: 5 }])(
    'is refused: %o',
    (given) => {
      for (const create of [postgresCursorStore, redisCursorStore]) {
        expect(() => create(given as never, 'x')).toThrow(ConfigurationError);
        expect(() => create(given as never, 'x')).toThrow('Pass a ');
      }
    },
  );
});

describe('two loops of one process', () => {
  const database = { query: async () => ({ rows: [] }) };
  const client = { get: async () => null, set: async () => 'OK' };

  it.each<[string, () => CursorStore, () => CursorStore]>([
    ['file', () => fileCursorStore('a/../cursor'), () => fileCursorStore('other')],
    ['row', () => postgresCursorStore(database, 'erp'), () => postgresCursorStore(database, 'mail')],
    ['key', () => redisCursorStore(client, 'erp'), () => redisCursorStore(client, 'mail')],
  ])('do not start with one %s', (_what, open, other) => {
    const close = open().open!();
    expect(() => open().open!()).toThrow(ConfigurationError);
    other().open!()();
    close();
    open().open!()();
  });

  it('do not start together, but one after the other', async () => {
    const made = folder();
    const store = () => fileCursorStore(path.join(made, 'cursor'));
    const { client } = await serveFeed(() => 7);
    const first = client().events.follow({ store: store() });
    await first.next();
    const second = client().events.follow({ store: store() });
    expect(await failureOf<Error>(second.next())).toBeInstanceOf(ConfigurationError);
    await first.return();
    const third = client().events.follow({ store: store() });
    expect((await third.next()).done).toBe(false);
    await third.return();
  });
});

describe('a cursor store', () => {
  it.each([undefined, null, '', 7])('is refused without a name of its own: %j', (name) => {
    const database = { query: async () => ({ rows: [] }) };
    const client = { get: async () => null, set: async () => 'OK' };
    expect(() => postgresCursorStore(database, name as string)).toThrow('The name of the cursor is missing.');
    expect(() => redisCursorStore(client, name as string)).toThrow('The key of the cursor is missing.');
    expect(() => fileCursorStore(name as string)).toThrow(ConfigurationError);
  });

  it.each([
    ['cursor-1', 'cursor-1'],
    [Buffer.from('cursor-1'), 'cursor-1'],
    [new Uint8Array(Buffer.from('cursor-1')), 'cursor-1'],
    [null, undefined],
    [undefined, undefined],
  ])('takes %s from a client', async (value, cursor) => {
    expect(await redisCursorStore({ get: async () => value, set: async () => 'OK' }, 'erp').read()).toBe(
      cursor,
    );
    const rows = value === undefined ? [] : [{ cursor: value }];
    expect(await postgresCursorStore({ query: async () => ({ rows }) }, 'erp').read()).toBe(cursor);
  });

  it.each(['', ' ', Buffer.from(''), 7, {}, ['cursor-1']])(
    'does not start at the beginning because of %j',
    async (value) => {
      const read = redisCursorStore({ get: async () => value, set: async () => 'OK' }, 'erp').read();
      const error = await failureOf<Error>(read as Promise<unknown>);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toBe(
        'The key erp is empty, or not a cursor. Delete it to start at the beginning of the feed.',
      );
    },
  );
});
