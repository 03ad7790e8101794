import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { ownDatabase } from '../../support/databases.ts';
import { tenantKeyViolations } from './tenant-key-violations.ts';

/** Of the installation or its operators, not of a tenant. */
const OF_THE_INSTALLATION = [
  'feed_epochs',
  'held_hosts',
  'installation',
  'log_partitions',
  'operator_actions',
  'operator_second_factors',
  'operators',
  'schema_migrations',
  'schema_migration_steps',
  'tenant_deletions',
];

async function connect(): Promise<pg.Client> {
  const database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return client;
}

it('every table has a tenant_id, and every primary, unique and foreign key begins with it', async () => {
  expect(await tenantKeyViolations(await connect(), 'public', OF_THE_INSTALLATION)).toEqual([]);
});

const SOUND = `
  CREATE TABLE tenants (tenant_id int PRIMARY KEY);
  CREATE TABLE products (tenant_id int REFERENCES tenants, id int, sku text, PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, sku));`;

const unsound: [violation: string, sql: string][] = [
  ['prices has no tenant_id', 'CREATE TABLE prices (tenant int PRIMARY KEY)'],
  [
    'prices.tenant_id may be null',
    'CREATE TABLE prices (tenant_id int, id int); CREATE INDEX ON prices (id)',
  ],
  ['prices has no primary key', 'CREATE TABLE prices (tenant_id int NOT NULL, id int)'],
  [
    'primary key prices_pkey of prices begins with id',
    'CREATE TABLE prices (tenant_id int, id int, PRIMARY KEY (id, tenant_id))',
  ],
  ['unique key products_id_key of products begins with id', 'ALTER TABLE products ADD UNIQUE (id)'],
  [
    'unique key by_sku of products begins with an expression',
    'CREATE UNIQUE INDEX by_sku ON products (lower(sku), tenant_id)',
  ],
  ['unique key big of products begins with sku', 'CREATE UNIQUE INDEX big ON products (sku) WHERE id > 9'],
  [
    'foreign key f of prices begins with id',
    `ALTER TABLE products ADD UNIQUE (id, tenant_id);
     CREATE TABLE prices (tenant_id int, id int, PRIMARY KEY (tenant_id, id),
       CONSTRAINT f FOREIGN KEY (id, tenant_id) REFERENCES products (id, tenant_id))`,
  ],
  [
    'foreign key f of prices leads to products.id',
    `ALTER TABLE products ADD UNIQUE (id);
     CREATE TABLE prices (tenant_id int PRIMARY KEY, CONSTRAINT f FOREIGN KEY (tenant_id) REFERENCES products (id))`,
  ],
  [
    'foreign key f of prices leads to products by the tenant alone',
    `ALTER TABLE products ADD UNIQUE (tenant_id);
     CREATE TABLE prices (tenant_id int PRIMARY KEY, CONSTRAINT f FOREIGN KEY (tenant_id) REFERENCES products (tenant_id))`,
  ],
  ['knex_lock is exempt and does not exist', 'SELECT 1'],
];

it.each(unsound)('the check reports that %s', async (violation, sql) => {
  const client = await connect();
  await client.query('CREATE SCHEMA scratch; SET search_path = scratch');
  await client.query(SOUND);
  expect(await tenantKeyViolations(client, 'scratch', [])).toEqual([]);
  await client.query(sql);
  expect(
    await tenantKeyViolations(client, 'scratch', violation.includes('exempt') ? ['knex_lock'] : []),
  ).toContain(violation);
});
