import { randomBytes } from 'node:crypto';
import { CREATE_TABLE as CURSORS } from '@tradepost/sdk/cursors/postgres';
import { CREATE_TABLE as EVENTS } from '@tradepost/sdk/webhooks/postgres';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { onServer, ownDatabase } from '../../support/databases.ts';

async function useDatabase(): Promise<string> {
  const { url, drop } = await ownDatabase(inject('serverUrl'), 'template0');
  onTestFinished(drop);
  return url;
}

/** Of a role or a schema; roles belong to the whole server. */
const uniqueName = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`;

async function connect(url: string, options = ''): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options });
  client.on('error', () => {}); // the database is dropped at the end
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** What each of the connections threw, when all run the statement at once. */
async function errorsOf(clients: readonly pg.Client[], statement: string): Promise<unknown[]> {
  const results = await Promise.allSettled(clients.map((client) => client.query(statement)));
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

describe.each([
  ['webhook events', EVENTS, 'tradepost_webhook_events'],
  ['cursors', CURSORS, 'tradepost_cursors'],
])('CREATE_TABLE of %s', (_what, CREATE_TABLE, table) => {
  it('runs in 4 connections of 10 databases at once, and again', async () => {
    const urls = await Promise.all(Array.from({ length: 10 }, useDatabase));
    const clients = await Promise.all(urls.flatMap((url) => Array.from({ length: 4 }, () => connect(url))));
    for (const _ of ['first', 'second']) expect(await errorsOf(clients, CREATE_TABLE)).toEqual([]);
  });

  it('runs in 4 connections of 10 schemas at once, beside a table in public', async () => {
    const url = await useDatabase();
    const schemas = Array.from({ length: 10 }, (_, n) => `shop_${n}`);
    await onServer(url, async (client) => {
      await client.query(CREATE_TABLE);
      for (const schema of schemas) await client.query(`CREATE SCHEMA ${schema}`);
    });
    const paths = schemas.flatMap((schema) =>
      Array.from({ length: 4 }, () => `-c search_path=${schema},public`),
    );
    const clients = await Promise.all(paths.map((path) => connect(url, path)));
    for (const _ of ['first', 'second']) expect(await errorsOf(clients, CREATE_TABLE)).toEqual([]);
    const { rows } = await clients[0]!.query('SELECT 1 FROM pg_tables WHERE tablename = $1', [table]);
    expect(rows).toHaveLength(11);
  });

  it('runs beside the statement of version 0.2, which created the table before', async () => {
    const client = await connect(await useDatabase());
    const [, inside] = /THEN\n[^;]*;\n([\s\S]*)END IF/.exec(CREATE_TABLE)!;
    await client.query(inside!);
    expect(await errorsOf([client], CREATE_TABLE)).toEqual([]);
  });

  it('runs in a transaction, as a migration does, and in the protocol of prepared statements', async () => {
    const client = await connect(await useDatabase());
    await client.query('BEGIN');
    await client.query(CREATE_TABLE);
    await client.query('COMMIT');
    await client.query({ name: 'create', text: CREATE_TABLE });
    expect((await client.query(`SELECT * FROM ${table}`)).rows).toEqual([]);
  });

  it.each(['public', 'app, public'])(
    'needs no rights to create when the table exists, with the search path %s',
    async (path) => {
      const url = await useDatabase();
      const role = uniqueName('reader');
      await onServer(url, async (client) => {
        await client.query(CREATE_TABLE);
        await client.query(`CREATE SCHEMA app; CREATE ROLE ${role}; GRANT USAGE ON SCHEMA app TO ${role}`);
      });
      onTestFinished(() =>
        onServer(url, async (client) => {
          await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
        }),
      );
      const client = await connect(url);
      await client.query(`SET search_path = ${path}; SET ROLE ${role}`);
      await client.query(CREATE_TABLE);
      expect((await client.query('SELECT current_user AS role')).rows).toEqual([{ role }]);
    },
  );

  it('leaves it to PostgreSQL to say that there is no schema', async () => {
    const client = await connect(await useDatabase(), '-c search_path=nowhere');
    expect(await errorsOf([client], CREATE_TABLE)).toMatchObject([{ code: '3F000' }]);
  });

  it('says that the right is missing when the table is missing', async () => {
    const url = await useDatabase();
    const role = uniqueName('reader');
    await onServer(url, (client) => client.query(`CREATE ROLE ${role}`));
    onTestFinished(() => onServer(url, async (client) => void (await client.query(`DROP ROLE ${role}`))));
    const client = await connect(url);
    await client.query(`SET ROLE ${role}`);
    expect(await errorsOf([client], CREATE_TABLE)).toMatchObject([{ code: '42501' }]);
  });
});
