import type { Transactional } from '../../db/pool/database.ts';

/** A sample of this many pages, 16 MB, tells tenants' shares of a table to some hundredths; smaller tables are read whole. */
const SAMPLED_PAGES = 2_000;

interface Leaf {
  /** With its schema, as SQL. */
  readonly name: string;
  readonly pages: number;
  readonly partition: string;
}

/** Each table with rows of tenants, and each partition of the log. */
const LEAVES = `SELECT c.oid::regclass::text AS name, greatest(pg_relation_size(c.oid) / 8192, 1)::float8 AS pages,
    CASE WHEN c.relname ~ '^(events|webhook_deliveries|webhook_attempts)_' THEN coalesce(substring(c.relname from '\\d{8}'), 'random_ids')
      ELSE '' END AS partition
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  JOIN pg_class m ON m.oid = to_regclass('schema_migrations') AND m.relnamespace = c.relnamespace
  WHERE c.relkind = 'r' AND c.oid NOT IN ('tenants'::regclass, 'stored_bytes'::regclass)`;

const REPLACE = `WITH counted AS (
    SELECT * FROM json_to_recordset($1::json) AS c (tenant_id integer, log_partition text, bytes bigint)
  ), gone AS (
    DELETE FROM stored_bytes s WHERE NOT EXISTS (
      SELECT FROM counted c WHERE c.tenant_id = s.tenant_id AND c.log_partition = s.log_partition)
  )
  INSERT INTO stored_bytes AS s (tenant_id, log_partition, bytes) SELECT tenant_id, log_partition, bytes FROM counted ORDER BY 1, 2
  ON CONFLICT (tenant_id, log_partition) DO UPDATE SET bytes = excluded.bytes`;

/**
 * Counts what each tenant keeps, from a sample of each table, so that it takes seconds however much there is. What requests add
 * meanwhile is missing until the next time.
 */
export async function recountStorage(db: Transactional): Promise<void> {
  const sums = new Map<string, { tenant_id: number; log_partition: string; bytes: number }>();
  for (const leaf of await db.query<Leaf>(LEAVES, []))
    for (const { tenantId, bytes } of await sampled(db, leaf)) {
      const key = `${tenantId} ${leaf.partition}`;
      const sum = sums.get(key) ?? { tenant_id: tenantId, log_partition: leaf.partition, bytes: 0 };
      sum.bytes += Math.round(bytes);
      sums.set(key, sum);
    }
  await db.query(REPLACE, [JSON.stringify([...sums.values()])]);
}

function sampled(db: Transactional, { name, pages }: Leaf): Promise<{ tenantId: number; bytes: number }[]> {
  const part = Math.min(1, SAMPLED_PAGES / pages);
  return db.query(
    `SELECT tenant_id AS "tenantId", sum(pg_column_size(t.*))::float8 / ${part} AS bytes
     FROM ${name} t TABLESAMPLE SYSTEM (${part * 100}) GROUP BY 1`,
    [],
  );
}
