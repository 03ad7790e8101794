import { statement } from '../../db/querier.ts';

/**
 * 3 s that a delivery may wait for its turn in the worker, 10 s for the exchange and 2 s for a slow database: after that
 * another worker takes over.
 */
export const LEASE_SECONDS = 15;
/** How many tenants get their turn in one claim: some ms of look-ups in an index, if they all have something waiting. */
export const MAX_TENANTS_PER_CLAIM = 64;

const QUEUE_ORDER = 'ORDER BY tenant_id, registration_id, due_at LIMIT 1';
/** The tenants that have something waiting, one look-up each however much they have, from the one after the last turn. */
const nextTenants = `scan AS (
    (SELECT tenant_id, 1 AS place FROM webhook_queue WHERE lease_token IS NULL AND tenant_id > $1 ${QUEUE_ORDER})
    UNION ALL
    (SELECT following.tenant_id, place + 1 FROM scan, LATERAL (
       SELECT tenant_id FROM webhook_queue WHERE lease_token IS NULL AND tenant_id > scan.tenant_id ${QUEUE_ORDER}
     ) following WHERE place < ${MAX_TENANTS_PER_CLAIM})
  )`;
/** Those that the worker has just heard of. */
const givenTenants = 'scan AS (SELECT unnest($1::integer[]) AS tenant_id)';

const DUE = `q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
       AND q.due_at <= statement_timestamp()`;

// Each tenant gets the same share, and each of its endpoints the same share of that. What one does not use, the next
// claim gives to the others. statement_timestamp(), because with clock_timestamp() no index ends the search.
//
// Locked rows are found again by their place on disk, and not once more in an index of random ids. A row that was moved
// since the statement began is then left to the next claim. One token for all, since PostgreSQL asks the system for each.
// An array of places, and LIMIT 1 in place of EXISTS and for each event, leave the planner no join: it read both tables
// whole for a long backlog.
//
// The attempt's row is written with the claim, before the request goes out: a crash then shows as an attempt without
// outcome, never as silence.
//
// The first row is the claim's head, and the others its deliveries. What they share, secrets above all, is said once: with
// each of a thousand it was a fifth of what went over the wire.
const claimText = (tenants: string): string => `WITH RECURSIVE ${tenants}, busy AS (
    SELECT r.tenant_id, r.id, coalesce(known.allowance, $5) AS allowance
    FROM scan JOIN tenants t ON t.tenant_id = scan.tenant_id AND t.webhooks_enabled
    JOIN webhook_registrations r ON r.tenant_id = scan.tenant_id AND r.active
    LEFT JOIN unnest($3::integer[], $4::integer[]) AS known (id, allowance) ON known.id = r.id
    CROSS JOIN LATERAL (SELECT FROM webhook_queue q WHERE ${DUE} ORDER BY q.due_at LIMIT 1) waiting
    WHERE coalesce(known.allowance, $5) > 0
    ORDER BY random() LIMIT $2
  ), share AS (
    SELECT busy.*, $2 / (SELECT count(DISTINCT tenant_id) FROM busy) / count(*) OVER (PARTITION BY tenant_id) AS size
    FROM busy
  ), due AS MATERIALIZED (
    SELECT picked.* FROM share r CROSS JOIN LATERAL (
      SELECT q.ctid AS place FROM webhook_queue q WHERE ${DUE}
      ORDER BY q.due_at LIMIT least(r.allowance, greatest(r.size, 1)) FOR UPDATE SKIP LOCKED
    ) picked
  ), fence AS MATERIALIZED (
    SELECT gen_random_uuid() AS token
  ), claimed AS (
    UPDATE webhook_queue q SET lease_token = (SELECT token FROM fence), attempt = q.attempt + 1,
      leased_until = clock_timestamp() + interval '${LEASE_SECONDS} s'
    WHERE q.ctid = ANY (ARRAY(SELECT place FROM due))
    RETURNING q.*, clock_timestamp() AS claimed_at
  ), attempt AS (
    INSERT INTO webhook_attempts (tenant_id, delivery_id, number, started_at)
    SELECT tenant_id, delivery_id, attempt, clock_timestamp() FROM claimed
  ), destination AS (
    SELECT r.tenant_id AS "tenantId", r.id, r.url, encode(r.secret, 'base64') AS secret,
      CASE WHEN r.previous_secret_until > statement_timestamp() THEN encode(r.previous_secret, 'base64') END
        AS "previousSecret"
    FROM webhook_registrations r
    WHERE (r.tenant_id, r.id) IN (SELECT tenant_id, registration_id FROM claimed)
  )
  SELECT json_build_object('turns', count(*), 'last', max(tenant_id), 'token', (SELECT token FROM fence),
      'endpoints', (SELECT json_agg(destination) FROM destination)) AS head,
    NULL AS id, NULL AS "endpointId", NULL AS attempt, NULL AS "attemptOfRound", NULL AS "ageMs", NULL AS "eventId",
    NULL AS kind, NULL AS body, NULL AS test
  FROM scan
  UNION ALL
  SELECT NULL, c.delivery_id, c.registration_id, c.attempt, c.attempt - c.round_start,
    date_part('epoch', c.claimed_at - e.occurred_at) * 1000, c.event_id, e.kind, e.body, e.test
  FROM claimed c CROSS JOIN LATERAL (
    SELECT kind, body, test, occurred_at FROM events WHERE tenant_id = c.tenant_id AND event_id = c.event_id LIMIT 1
  ) e`;

/** Takes the tenant after which the turns go on, and the room. */
export const claimNextTenantsStatement = statement('deliveries claim in turn', claimText(nextTenants));
/** Takes tenants, and the room. */
export const claimTenantsStatement = statement('deliveries claim of tenants', claimText(givenTenants));
