/**
 * Creates the table unless it is there, in a migration or at each start: any number of processes may run it at once. Needs
 * PostgreSQL 13 or later.
 */
// CREATE TABLE IF NOT EXISTS by itself fails in all but one of several processes (23505), and asks for the right to create
// even if the table is there.
export const CREATE_TABLE = `DO $$ BEGIN
  IF to_regclass(quote_ident(current_schema()) || '.tradepost_webhook_events') IS NULL
    AND (to_regclass('tradepost_webhook_events') IS NULL OR has_schema_privilege(current_schema(), 'CREATE')) THEN
    PERFORM pg_advisory_xact_lock(hashtext('tradepost_webhook_events'));
    CREATE TABLE IF NOT EXISTS tradepost_webhook_events (
      tenant_id bigint NOT NULL,
      event_id text NOT NULL,
      token uuid,
      lease_ends timestamptz,
      done_at timestamptz,
      PRIMARY KEY (tenant_id, event_id)
    );
    CREATE INDEX IF NOT EXISTS tradepost_webhook_events_done_at ON tradepost_webhook_events (done_at);
  END IF;
END $$`;

/** Deletes events that were done, or given up, more than 91 days ago (RETENTION_DAYS). Run it once a day. */
export const DELETE_OLD = `DELETE FROM tradepost_webhook_events WHERE done_at < now() - interval '91 days'
  OR (done_at IS NULL AND lease_ends < now() - interval '91 days')`;

// Time is the database's, so that the clocks of processes don't matter.
export const CLAIM = `INSERT INTO tradepost_webhook_events AS held (tenant_id, event_id, token, lease_ends)
VALUES ($1, $2, gen_random_uuid(), clock_timestamp() + $3 * interval '1 millisecond')
ON CONFLICT (tenant_id, event_id) DO UPDATE SET token = excluded.token, lease_ends = excluded.lease_ends
  WHERE held.done_at IS NULL AND (held.lease_ends IS NULL OR held.lease_ends <= clock_timestamp())
RETURNING token::text`;

// A text and not a boolean, which pg can be told to return as 't' and 'f'.
export const READ_STATE = `SELECT CASE WHEN done_at IS NULL THEN 'busy' ELSE 'done' END AS state,
  greatest(ceil(extract(epoch FROM lease_ends - clock_timestamp()) * 1000), 0)::int AS remaining
FROM tradepost_webhook_events WHERE tenant_id = $1 AND event_id = $2`;

// Repeatable: a handler may complete in its own transaction, and the receiver completes after it.
export const COMPLETE = `UPDATE tradepost_webhook_events SET done_at = coalesce(done_at, clock_timestamp())
WHERE tenant_id = $1 AND event_id = $2 AND token = $3 RETURNING 1`;

/** For a transaction of the handler's. Once it has committed, no other of its transactions gets a row. */
export const COMPLETE_IN = `UPDATE tradepost_webhook_events SET done_at = clock_timestamp()
WHERE tenant_id = $1 AND event_id = $2 AND token = $3 AND done_at IS NULL RETURNING 1`;

// The row stays without a holder. If it were deleted, a claim that waits for its lock would insert a new row. DELETE_OLD
// tells by the end of the lease how old it is.
export const RELEASE = `UPDATE tradepost_webhook_events SET token = NULL, lease_ends = now()
WHERE tenant_id = $1 AND event_id = $2 AND token = $3 AND done_at IS NULL`;
