import type { Context } from '../../server/main/context.ts';
import { emit } from './webhook-fixtures.ts';

/** Not the partitions' parents: on tables that are divided by tenant, a month is divided again. */
const LEAVES = `SELECT tree.relid FROM unnest('{events,webhook_deliveries}'::regclass[]) logged, pg_partition_tree(logged) tree
    WHERE tree.isleaf`;

/** SQL that leaves the statistics of events and deliveries as they are. */
export const KEEP_STATISTICS = `DO $$
DECLARE
  v_partition regclass;
BEGIN
  FOR v_partition IN ${LEAVES}
  LOOP
    EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', v_partition);
  END LOOP;
END $$`;

/** As autovacuum does, which never gets to an empty table. */
export const ANALYZE_FILLED = `DO $$
DECLARE
  v_partition regclass;
BEGIN
  FOR v_partition IN ${LEAVES}
  LOOP
    IF pg_relation_size(v_partition) > 0 THEN EXECUTE format('ANALYZE %s', v_partition); END IF;
  END LOOP;
END $$`;

/** SQL for the id of event number `g`: in turn from before the partitions, of next month and of this month. */
export const SPREAD_EVENT_ID = `(CASE g % 3 WHEN 0 THEN 'a0000000-0000-0000-0000-'
  ELSE left(first_log_id(last_log_hour() - 720 * (g % 3 - 1))::text, 24) END || lpad(to_hex(g), 12, '0'))::uuid`;

/** Gives what is written from now on the random ids of before migration 038. */
export const useRandomIds = ({ db }: Pick<Context, 'db'>): Promise<unknown> =>
  db.query(
    "CREATE OR REPLACE FUNCTION new_log_id() RETURNS uuid LANGUAGE sql VOLATILE AS 'SELECT gen_random_uuid()'",
    [],
  );

/** Moves the clock that gives ids their hour. */
export const setClock = ({ db }: Pick<Context, 'db'>, days: number): Promise<unknown> =>
  db.query(
    `CREATE OR REPLACE FUNCTION log_hour(p_at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
       SELECT floor(extract(epoch FROM p_at) / 3600)::integer + ${days * 24} $$`,
    [],
  );

/** Writes an event as of so many days from now, after a job has made the partitions of that time. Returns its id. */
export async function emitLater(
  context: Pick<Context, 'db'>,
  tenantId: number,
  days: number,
): Promise<string[]> {
  const { db } = context;
  const later = [`${days} days`];
  await db.query('SELECT make_log_partitions(clock_timestamp() + $1::interval)', later);
  await setClock(context, days);
  const ids = await emit(context, tenantId);
  await setClock(context, 0);
  const ofEvents = 'WHERE event_id = ANY ($2::uuid[])';
  await db.query(`UPDATE events SET occurred_at = occurred_at + $1::interval ${ofEvents}`, [...later, ids]);
  await db.query(`UPDATE webhook_deliveries SET created_at = created_at + $1::interval ${ofEvents}`, [
    ...later,
    ids,
  ]);
  return ids;
}
