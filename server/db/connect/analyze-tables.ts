import { withClient } from './open-client.ts';

/** A table of a terabyte on a slow disk takes a minute; behind a manual VACUUM it may wait for longer. */
const TIMEOUT_MS = 600_000;
// Not `tradepost`, whose transactions the low watermark waits for.
const OPTIONS = { application_name: 'tradepost analyze', query_timeout: TIMEOUT_MS };

/** The first version that has what CLEAR calls. */
const CLEARS = "SELECT FROM pg_settings WHERE name = 'server_version_num' AND setting::int >= 180000";
// ANALYZE leaves what it has of a table, a partition or a partial index that has no row anymore.
const CLEAR = `SELECT pg_clear_attribute_stats(s.schemaname::text, s.tablename::text, s.attname::text, s.inherited)
  FROM pg_stats s JOIN pg_namespace n ON n.nspname = s.schemaname
  JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = s.tablename AND c.reltuples = 0
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
  WHERE coalesce(i.indrelid, c.oid) IN (SELECT relid FROM pg_partition_tree($1::regclass) UNION SELECT $1::regclass)
    AND has_table_privilege(coalesce(i.indrelid, c.oid), 'MAINTAIN')`;

/** On a connection without the pool's time-outs. Partitions come with their table. What the role may not analyze is passed over. */
export const analyzeTables = (url: string, tables: readonly string[]): Promise<void> =>
  withClient(url, OPTIONS, async (client) => {
    const clears = (await client.query(CLEARS)).rowCount === 1;
    for (const table of tables) {
      await client.query(`ANALYZE ${table}`);
      if (clears) await client.query(CLEAR, [table]);
    }
  });
