import { causeValues, type EventCause, SET_CAUSE } from '../event-cause.ts';
import type { ResourceTable } from './resource-table.ts';

/** What a statement locks and checks before it writes. If anything is different, it writes nothing. */
export interface WriteGuard {
  /** For a statement that is a transaction by itself. */
  readonly cause: EventCause | undefined;
  /** The rows that change, as they were read. */
  readonly rows: readonly { readonly id: number; readonly version: number }[];
  /** The locks of names that trade/resources/lock-names.ts takes, in its order. */
  readonly names: readonly string[];
  /** The ids of the rows that others refer to. */
  readonly references: readonly number[];
}

/** Of rows that are locked already, like their names and what they refer to. */
const LOCKED: WriteGuard = { cause: undefined, rows: [], names: [], references: [] };

/** The rows that may be referred to. */
export interface ReferredRows {
  readonly table: string;
  /** A condition besides that the row isn't deleted. */
  readonly and?: string;
}

/**
 * CTEs that lock in the order of locks-in-id-order.md: rows, names, references. `ready` has a row if everything is as it was read. A row
 * that has changed since the statement's snapshot is read again once it's locked, so its version is the current one. What others have
 * created since then isn't seen: it breaks a unique constraint.
 *
 * Each row is looked up by itself: for `id = ANY (…)` PostgreSQL reads all of a small tenant's part of the index by time
 * (trade/catalogue/stock/lock-balances.ts).
 */
export const guardSql = (
  { name }: ResourceTable,
  referred?: ReferredRows,
): string => `checked AS MATERIALIZED (
    SELECT row.id FROM (
      SELECT * FROM unnest((SELECT :guarded::int[]), (SELECT :versions::int[])) AS u(id, version) ORDER BY id
    ) AS read CROSS JOIN LATERAL (
      SELECT id FROM ${name} WHERE tenant_id = :tenant_id AND id = read.id AND version = read.version FOR NO KEY UPDATE
    ) AS row
  ), named AS MATERIALIZED (
    SELECT (CASE WHEN n = 1 AND cardinality(:names::text[]) > 1 THEN pg_advisory_xact_lock_shared(hash)
      ELSE pg_advisory_xact_lock(hash) END)::text AS lock
    FROM (SELECT n, hashtextextended(name, :tenant_id) AS hash
      FROM unnest((SELECT :names::text[])) WITH ORDINALITY AS u(name, n)) AS hashed
    WHERE (SELECT count(*) FROM checked) = cardinality(:guarded::int[])
  ), referred AS MATERIALIZED (${referredSql(referred)}
  ), ready AS MATERIALIZED (
    SELECT true AS is_ready WHERE (SELECT count(*) FROM checked) = cardinality(:guarded::int[])
      AND (SELECT count(*) FROM named) = cardinality(:names::text[])
      AND (SELECT count(*) FROM referred) = cardinality(:referred::int[])
      AND ${SET_CAUSE}
  )`;

const referredSql = (referred: ReferredRows | undefined): string =>
  referred
    ? `
    SELECT id FROM ${referred.table} WHERE tenant_id = :tenant_id AND id = ANY ((SELECT :referred::int[])::int[])
      AND deleted_at IS NULL ${referred.and ? `AND ${referred.and}` : ''} AND (SELECT count(*) FROM named) >= 0
    ORDER BY id FOR SHARE`
    : 'SELECT unnest(:referred::int[])';

/** The parameters of `guardSql`. */
export const guardParameters = ({ cause, rows, names, references }: WriteGuard = LOCKED) => ({
  guarded: rows.map(({ id }) => id),
  versions: rows.map(({ version }) => version),
  names,
  referred: references,
  ...causeValues(cause),
});
