import type pg from 'pg';

/** So many that two tenants are seldom in one, and that a plan which reads all of them stands out. */
export const PARTITIONS = 4;
/** Citus numbers its shards from here on, and appends the number to the names of tables, indexes and constraints. */
export const FIRST_SHARD = 102_008;

/**
 * The first three are read before the tenant is known, and small: Citus would keep a copy of them on each machine. The queue
 * has only what is still to be sent, which workers take for all tenants in one statement.
 */
const WHOLE = ['tenants', 'users', 'api_keys', 'webhook_queue'];

interface TenantTable {
  readonly name: string;
  readonly options: string | null;
  readonly indexes: readonly {
    readonly name: string;
    readonly isConstraint: boolean;
    readonly sql: string;
  }[];
  readonly foreignKeys: readonly { readonly name: string; readonly sql: string }[];
  readonly triggers: readonly string[];
}

interface Month {
  readonly name: string;
  readonly parent: string;
  readonly bound: string;
  readonly options: string | null;
  readonly keys: readonly string[];
}

const TABLES = `
SELECT c.oid::regclass::text AS name, array_to_string(c.reloptions, ', ') AS options,
  ARRAY(SELECT json_build_object('name', ic.relname, 'isConstraint', k.oid IS NOT NULL,
          'sql', coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)))
        FROM pg_index i JOIN pg_class ic ON ic.oid = i.indexrelid
          LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = c.oid AND k.contype IN ('p', 'u')
        WHERE i.indrelid = c.oid ORDER BY ic.relname) AS indexes,
  ARRAY(SELECT json_build_object('name', conname, 'sql', pg_get_constraintdef(oid))
        FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f' ORDER BY conname) AS "foreignKeys",
  ARRAY(SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal) AS triggers
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relname <> ALL ($1)
  AND c.relnamespace IN ('public'::regnamespace, 'panel'::regnamespace) ORDER BY c.oid`;

/** The months of the log, with the keys that their table as a whole doesn't have. */
const MONTHS = `
SELECT c.oid::regclass::text AS name, inhparent::regclass::text AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
  array_to_string(c.reloptions, ', ') AS options,
  ARRAY(SELECT format('ADD CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)) FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'u' AND k.conparentid = 0) AS keys
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid JOIN pg_class p ON p.oid = inhparent
WHERE p.relkind = 'p' AND c.relkind = 'r' AND NOT p.relispartition ORDER BY c.oid`;

/** All of them, because those that take or return a table's rows are dropped with the table. */
const FUNCTIONS = `SELECT pg_get_functiondef(oid) AS sql FROM pg_proc
  WHERE pronamespace IN ('public'::regnamespace, 'panel'::regnamespace)`;

/** A sequence goes along with its table, and away with it. Only those of defaults: an identity has a new one. */
const KEEP_SEQUENCES = `DO $$ DECLARE s record; BEGIN
  FOR s IN SELECT c.relname AS name, t.relname AS of_table, a.attname AS of_column
    FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' JOIN pg_class t ON t.oid = d.refobjid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_class'::regclass AND d.deptype = 'a' AND t.relnamespace = 'whole'::regnamespace
  LOOP
    EXECUTE format('ALTER SEQUENCE whole.%I OWNED BY NONE', s.name);
    EXECUTE format('ALTER SEQUENCE whole.%I SET SCHEMA public', s.name);
    EXECUTE format('ALTER SEQUENCE %I OWNED BY %I.%I', s.name, s.of_table, s.of_column);
  END LOOP;
END $$`;

// Those whose names the service reads out of an error. Longer names wouldn't fit.
const INDEXES_OF_PARTITIONS = `
SELECT child.oid::regclass::text AS name, parent.relname || '_' || substring(t.relname from '\\d+$') AS shard
FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
  JOIN pg_index i ON i.indexrelid = child.oid JOIN pg_class t ON t.oid = i.indrelid
WHERE parent.relname ~ '__unique$'`;

/**
 * Divides every table of tenants' rows but these four by the hash of `tenant_id`, with the names that Citus gives to
 * shards. The database has to be migrated and empty. What PostgreSQL then refuses (a unique index or a foreign key that ignores
 * the tenant), Citus refuses as well.
 */
export async function partitionByTenant(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<TenantTable>(TABLES, [WHOLE]);
  const { rows: functions } = await client.query<{ sql: string }>(FUNCTIONS);
  const { rows: months } = await client.query<Month>(MONTHS);
  await client.query('BEGIN; CREATE SCHEMA whole');
  for (const table of tables) await client.query(partitioned(table));
  for (const month of months) await client.query(monthByTenant(month));
  for (const { name, foreignKeys } of tables)
    for (const key of foreignKeys)
      await client.query(`ALTER TABLE ${name} ADD CONSTRAINT ${key.name} ${key.sql}`);
  await client.query(KEEP_SEQUENCES);
  await client.query('SET LOCAL client_min_messages = warning; DROP SCHEMA whole CASCADE');
  for (const { sql } of functions)
    await client.query(sql.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
  for (const { triggers } of tables) for (const trigger of triggers) await client.query(trigger);
  const { rows: indexes } = await client.query<{ name: string; shard: string }>(INDEXES_OF_PARTITIONS);
  for (const { name, shard } of indexes) await client.query(`ALTER INDEX ${name} RENAME TO ${shard}`);
  await client.query('COMMIT');
}

/** Puts a divided table without foreign keys and triggers in the place of a whole one. */
function partitioned({ name, options, indexes }: TenantTable): string {
  const old = `whole.${name.replace(/^\w+\./, '')}`;
  return [
    `ALTER TABLE ${name} SET SCHEMA whole`,
    `CREATE TABLE ${name} (LIKE ${old} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (tenant_id)`,
    ...indexes.map((index) =>
      index.isConstraint ? `ALTER TABLE ${name} ADD CONSTRAINT ${index.name} ${index.sql}` : index.sql,
    ),
    ...shardsOf(name, options),
  ].join(';\n');
}

/** Divides a month of the log, so that the table is divided by time and below by tenant, as Citus does it. */
const monthByTenant = ({ name, parent, bound, options, keys }: Month): string =>
  [
    `ALTER TABLE ${parent} DETACH PARTITION ${name}`,
    `ALTER TABLE ${name} SET SCHEMA whole`,
    `CREATE TABLE ${name} PARTITION OF ${parent} ${bound} PARTITION BY HASH (tenant_id)`,
    ...keys.map((key) => `ALTER TABLE ${name} ${key}`),
    ...shardsOf(name, options),
  ].join(';\n');

const shardsOf = (name: string, options: string | null): string[] =>
  Array.from(
    { length: PARTITIONS },
    (_, remainder) =>
      `CREATE TABLE ${name}_${FIRST_SHARD + remainder} PARTITION OF ${name}
       FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder}) ${options ? `WITH (${options})` : ''}`,
  );
