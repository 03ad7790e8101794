import pg from 'pg';

/**
 * A log of every row that a transaction wrote. Triggers keep it inside that transaction, so it has exactly the committed
 * writes. Not logged: when a key was last used, stored idempotent responses, the log of refused requests, and the feed
 * positions that reading the feed assigns.
 */
const UNLOGGED = [
  'api_keys',
  'idempotency_keys',
  'refused_requests',
  'refused_request_counts',
  'feed_ends',
  'stored_bytes',
];

const LOG = `
CREATE SCHEMA IF NOT EXISTS fuzz;
CREATE UNLOGGED TABLE fuzz.writes (
  position bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  relation text NOT NULL,
  operation text NOT NULL,
  row_id text
);
CREATE INDEX writes_tenant ON fuzz.writes (tenant_id, position);
CREATE FUNCTION fuzz.log_write() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_row record := coalesce(NEW, OLD);
  v_id text;
BEGIN
  IF TG_ARGV[1] = 'id' THEN v_id := v_row.id; END IF;
  -- Not TG_TABLE_NAME, which may be a partition's.
  INSERT INTO fuzz.writes (tenant_id, relation, operation, row_id) VALUES (v_row.tenant_id, TG_ARGV[0], TG_OP, v_id);
  RETURN NULL;
END $$`;

const TABLES = `SELECT c.table_name AS name, bool_or(c.column_name = 'id') AS "hasId"
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    AND NOT (SELECT relispartition FROM pg_class WHERE oid = c.table_name::text::regclass)
  GROUP BY c.table_name HAVING bool_or(c.column_name = 'tenant_id')`;

/** Adds the triggers to all tables with tenants' data. */
export async function startWriteLog(pool: pg.Pool): Promise<void> {
  await pool.query(LOG);
  const { rows } = await pool.query<{ name: string; hasId: boolean }>(TABLES);
  for (const { name, hasId } of rows.filter((table) => !UNLOGGED.includes(table.name))) {
    const events = name === 'events' ? 'INSERT OR DELETE' : 'INSERT OR UPDATE OR DELETE';
    await pool.query(
      `CREATE TRIGGER fuzz_log AFTER ${events} ON ${pg.escapeIdentifier(name)}
       FOR EACH ROW EXECUTE FUNCTION fuzz.log_write(${pg.escapeLiteral(name)}${hasId ? ", 'id'" : ''})`,
    );
  }
}

export interface Write {
  readonly relation: string;
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly rowId: string | null;
}

/** The writes of one tenant since the previous call. */
export class WriteLog {
  readonly #pool: pg.Pool;
  readonly #tenantId: number;
  #position = 0;

  constructor(pool: pg.Pool, tenantId: number) {
    this.#pool = pool;
    this.#tenantId = tenantId;
  }

  async next(): Promise<Write[]> {
    const { rows } = await this.#pool.query<Write & { position: string }>({
      name: 'fuzz writes',
      text: `SELECT position, relation, operation, row_id AS "rowId" FROM fuzz.writes
        WHERE tenant_id = $1 AND position > $2 ORDER BY position`,
      values: [this.#tenantId, this.#position],
    });
    this.#position = Math.max(this.#position, ...rows.map(({ position }) => Number(position)));
    return rows;
  }
}

/** `UPDATE products 7, INSERT events` */
export const describeWrites = (writes: readonly Write[]): string =>
  writes
    .map(({ relation, operation, rowId }) => [operation, relation, rowId].filter(Boolean).join(' '))
    .join(', ');
