import { expect, inject, it } from 'vitest';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { runMigration } from '../../../server/db/migrate/run-migration.ts';
import * as distributable from '../../../server/db/migrations/075-distributable.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';

const before = migrations.slice(0, migrations.indexOf(distributable));
const TENANT = `INSERT INTO tenants (name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
  VALUES ('Loja', 'Basic', true, true, 60) RETURNING tenant_id AS id`;
const CATEGORY = `INSERT INTO categories (tenant_id, name, slug, position, metadata) VALUES (1, $1, $1, 1, '{}') RETURNING id`;
const GRANTEES = `SELECT array_agg(grantee::text ORDER BY grantee) AS grantees
  FROM pg_class, aclexplode(relacl) WHERE relname = 'categories_id_seq'`;

it('migration 075 goes on with the next id, with the grants that the sequences had', async () => {
  const database = await ownDatabase(inject('serverUrl'), 'template0');
  const found = await onServer(database.url, async (client) => {
    await migrate(database.url, { migrations: before });
    const insert = async (sql: string, ...values: string[]) =>
      (await client.query<{ id: number }>(sql, values)).rows[0]!.id;
    const ids = [await insert(TENANT), await insert(CATEGORY, 'a')];
    await client.query('GRANT USAGE ON SEQUENCE categories_id_seq TO PUBLIC');
    const { rows: granted } = await client.query(GRANTEES);
    await runMigration(client, distributable, {});
    ids.push(await insert(CATEGORY, 'b'), await insert(TENANT));
    const { rows: kept } = await client.query(GRANTEES);
    return { ids, granted, kept };
  });
  await database.drop();
  expect(found.ids).toEqual([1, 1, 2, 2]);
  expect(found.granted[0].grantees).toContain('0');
  expect(found.kept).toEqual(found.granted);
});
