import knex, { type Knex } from 'knex';
import { expect, inject, it, onTestFinished } from 'vitest';
import { DOCUMENT_REVISIONS } from '../../../server/db/documents/revisions.ts';
import {
  type DocumentFunction,
  documentFunctions,
  updateDocuments,
} from '../../../server/db/migrate/document-functions.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';

async function useDatabase(template = 'tradepost_template'): Promise<{ db: Knex; url: string }> {
  const database = await ownDatabase(inject('serverUrl'), template);
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 1 } });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  return { db, url: database.url };
}

/** More than two batches of a rebuild. */
const ROWS = 2_001;

async function addRows(db: Knex): Promise<void> {
  await db.raw(`
    INSERT INTO tenants (tenant_id, name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
      VALUES (1, 'Loja', 'Basic', true, false, 60);
    INSERT INTO products (tenant_id, id, name, sku, price, status, unit, track_stock, allow_backorder, min_stock,
      image_urls, metadata) VALUES (1, 1, 'P', 'P', 1, 'active', 'un', true, false, 0, '[]', '{}');
    INSERT INTO categories (tenant_id, id, name, slug, position, metadata, updated_at)
      SELECT 1, id, 'C', id, 0, '{}', '2020-01-01Z' FROM generate_series(1, ${ROWS}) id;
    INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, actor)
      VALUES (1, 1, 'set', 1, 1, 0, 'system');`);
}

/** The function of a newer version of the server, whose documents have one more field. */
function nextVersion(table: string, revision: number): DocumentFunction {
  const current = documentFunctions().find((each) => each.table === table)!;
  return {
    table,
    revision,
    sql: current.sql
      .replace('SELECT NEW.id,', `SELECT NEW.id, ${revision} AS color,`)
      .replace('concat(\n    \'{"id":\', NEW.id,', `concat('{"id":', NEW.id, ',"color":', ${revision},`),
  };
}

const update = (url: string, functions: readonly DocumentFunction[]): Promise<string[]> =>
  onServer(url, (client) => updateDocuments(client, functions));

const colorsOf = async (db: Knex, table: string): Promise<unknown[]> =>
  (await db.raw(`SELECT DISTINCT document::json ->> 'color' AS color FROM ${table}`)).rows.map(
    ({ color }: { color: unknown }) => color,
  );

it('every table with documents has a document function and a revision', async () => {
  const { db } = await useDatabase();
  const { rows } = await db.raw(`SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'document' AND table_name !~ '_[0-9]+$' ORDER BY table_name`);
  const tables = rows.map(({ table_name }: { table_name: string }) => table_name);
  expect(documentFunctions().map(({ table }) => table)).toEqual(tables);
  expect(Object.keys(DOCUMENT_REVISIONS).sort()).toEqual(tables);
});

it('several processes can set up an empty database at once', async () => {
  const { url } = await useDatabase('template0');
  const [first, ...others] = (await Promise.all([migrate(url), migrate(url), migrate(url)])).sort(
    (a, b) => b.length - a.length,
  );
  expect(first).toContain('001-tenants');
  expect(others).toEqual([[], []]);
});

it('migrating replaces document functions that have no recorded revision, without rebuilding documents', async () => {
  const { db, url } = await useDatabase();
  await addRows(db);
  await db.raw('COMMENT ON FUNCTION categories_document() IS NULL');
  await db.raw(`CREATE OR REPLACE FUNCTION categories_document() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.document = '{"id":0}'; RETURN NEW; END $$`);
  const stored = 'SELECT document FROM categories ORDER BY id';
  const before = (await db.raw(stored)).rows;
  expect(await migrate(url)).toEqual([]);
  expect((await db.raw(stored)).rows).toEqual(before);
  await db.raw('UPDATE categories SET position = 1 WHERE id = 1');
  const { rows } = await db.raw('SELECT document::json FROM categories WHERE id = 1');
  expect(rows).toMatchObject([{ document: { id: 1, position: 1 } }]);
});

it('raising a revision rebuilds every document, and leaves version and updated_at alone', async () => {
  const { db, url } = await useDatabase();
  await addRows(db);
  const unchanged = 'SELECT count(*)::int, max(version), max(iso(updated_at)) AS updated FROM categories';
  const before = (await db.raw(unchanged)).rows;
  const next = ['categories', 'stock_movements'].map((table) => nextVersion(table, 2));
  expect(await update(url, next)).toEqual([
    'categories documents, revision 2',
    'stock_movements documents, revision 2',
  ]);
  expect(await colorsOf(db, 'categories')).toEqual(['2']);
  expect(await colorsOf(db, 'stock_movements')).toEqual(['2']);
  expect((await db.raw(unchanged)).rows).toEqual(before);
  expect(await update(url, next)).toEqual([]);
});

it('an older version of the server keeps the document function of a newer one', async () => {
  const { db, url } = await useDatabase();
  await addRows(db);
  await update(url, [nextVersion('categories', 2)]);
  expect(await migrate(url)).toEqual([]);
  await db.raw('UPDATE categories SET position = 1');
  expect(await colorsOf(db, 'categories')).toEqual(['2']);
});
