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
