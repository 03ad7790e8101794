/**
 * Creates the table unless it is there, in a migration or at each start: any number of processes may run it at once. Needs
 * PostgreSQL 13 or later.
 */
// CREATE TABLE IF NOT EXISTS by itself fails in all but one of several processes (23505), and asks for the right to create
// even if the table is there.
export const CREATE_TABLE = `DO $$ BEGIN
  IF to_regclass(format('%I.tradepost_webhook_inbox', current_schema())) IS NULL
    AND (to_regclass('tradepost_webhook_inbox') IS NULL OR has_schema_privilege(current_schema(), 'CREATE')) THEN
    PERFORM pg_advisory_xact_lock(hashtext('tradepost_webhook_inbox'));
    CREATE TABLE IF NOT EXISTS tradepost_webhook_inbox (
      consumer text NOT NULL,
      tenant_id bigint NOT NULL,
      event_id text NOT NULL,
      event json NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      due_at timestamptz NOT NULL DEFAULT now(),
      token uuid,
      failures integer NOT NULL DEFAULT 0,
      last_error text,
      gave_up_at timestamptz,
      PRIMARY KEY (consumer, tenant_id, event_id)
    );
    CREATE INDEX IF NOT EXISTS tradepost_webhook_inbox_due ON tradepost_webhook_inbox (consumer, due_at)
      WHERE gave_up_at IS NULL;
    CREATE INDEX IF NOT EXISTS tradepost_webhook_inbox_gave_up
      ON tradepost_webhook_inbox (consumer, gave_up_at, tenant_id, event_id) WHERE gave_up_at IS NOT NULL;
  END IF;
END $$`;

// `event` is json and not jsonb, which refuses \u0000 in a text. It's read as text, which every driver returns unchanged.

const ONE = 'consumer = $1 AND tenant_id = $2 AND event_id = $3';
const HELD = `${ONE} AND token = $4`;
const AGAIN = 'gave_up_at = NULL, failures = 0, due_at = now()';

// A delivery of an event that gave up is staff's way of repeating it: Tradepost itself stops after a 200.
export const ADD = `INSERT INTO tradepost_webhook_inbox AS kept (consumer, tenant_id, event_id, event)
VALUES ($1, $2, $3, $4)
ON CONFLICT (consumer, tenant_id, event_id) DO UPDATE SET ${AGAIN} WHERE kept.gave_up_at IS NOT NULL`;

// A claimed event is due again when its lease ends. Time is the database's, so that the clocks of processes don't matter.
// now() and not clock_timestamp(), which PostgreSQL wouldn't look up in the index. MATERIALIZED, or a join may run the
// subselect several times and claim more than the limit.
export const CLAIM = `WITH due AS MATERIALIZED (
  SELECT tenant_id, event_id FROM tradepost_webhook_inbox
  WHERE consumer = $1 AND gave_up_at IS NULL AND due_at <= now()
  ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE tradepost_webhook_inbox AS inbox
SET token = gen_random_uuid(), due_at = now() + $3 * interval '1 millisecond'
FROM due WHERE inbox.consumer = $1 AND inbox.tenant_id = due.tenant_id AND inbox.event_id = due.event_id
RETURNING inbox.tenant_id::float8 AS "tenantId", inbox.event_id AS "eventId", token::text, event::text, failures`;

/** Also extends a lease. */
export const DEFER = `UPDATE tradepost_webhook_inbox SET due_at = now() + $5 * interval '1 millisecond' WHERE ${HELD}`;

export const RETRY_LATER = `UPDATE tradepost_webhook_inbox
SET token = NULL, failures = failures + 1, last_error = $6, due_at = now() + $5 * interval '1 millisecond' WHERE ${HELD}`;

// Whole milliseconds, which is what a Date has: GAVE_UP continues after one.
export const GIVE_UP = `UPDATE tradepost_webhook_inbox
SET token = NULL, failures = failures + 1, last_error = $5, gave_up_at = date_trunc('milliseconds', now()) WHERE ${HELD}`;

export const REMOVE = `DELETE FROM tradepost_webhook_inbox WHERE ${HELD}`;

// Numbers, because drivers return timestamps and bigints in different types.
export const GAVE_UP = `SELECT tenant_id::float8 AS "tenantId", event_id AS "eventId", event::text, failures,
  last_error AS "lastError", (extract(epoch FROM received_at) * 1000)::float8 AS "receivedAt",
  (extract(epoch FROM gave_up_at) * 1000)::float8 AS "gaveUpAt"
FROM tradepost_webhook_inbox
WHERE consumer = $1 AND gave_up_at IS NOT NULL
  AND (gave_up_at, tenant_id, event_id) > (to_timestamp($3::float8 / 1000), $4, $5)
ORDER BY gave_up_at, tenant_id, event_id LIMIT $2`;

export const RETRY = `UPDATE tradepost_webhook_inbox SET ${AGAIN} WHERE ${ONE} AND gave_up_at IS NOT NULL RETURNING 1`;
export const RETRY_ALL = `WITH repeated AS (
  UPDATE tradepost_webhook_inbox SET ${AGAIN} WHERE consumer = $1 AND gave_up_at IS NOT NULL RETURNING 1
) SELECT count(*)::int AS count FROM repeated`;
export const DROP = `DELETE FROM tradepost_webhook_inbox WHERE ${ONE} AND gave_up_at IS NOT NULL RETURNING 1`;
