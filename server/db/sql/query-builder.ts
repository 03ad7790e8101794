import knex, { type Knex } from 'knex';
import type { Querier } from '../querier.ts';

/**
 * Builds SQL and has no connection of its own. For what isn't hot: commands, housekeeping, bookkeeping. Hot statements are
 * prepared text, see statement.ts.
 */
export const build = knex({ client: 'pg' });

/** Sends what was built, over the connection or transaction that the caller has. */
export function runQuery<Row extends object>(db: Querier, query: Knex.QueryBuilder): Promise<Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  return db.query<Row>(sql, bindings);
}

export const firstOf = async <Row extends object>(
  db: Querier,
  query: Knex.QueryBuilder,
): Promise<Row | undefined> => (await runQuery<Row>(db, query))[0];
