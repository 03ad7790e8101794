import { SO_FAR } from '../../db/sql/page-bytes.ts';
import { statement } from '../../db/sql/statement.ts';
import { endpointIsSent, tenantIsSent } from '../is-sent.ts';
import { ONE_TENANT, type Reach, SEVERAL_TENANTS } from './reach.ts';

/** 3 s that a delivery may wait inside the worker, 10 s for the POST, and 2 s for a slow database. */
export const LEASE_SECONDS = 15;
/** At most some milliseconds of index look-ups, when all of them have something waiting. */
export const MAX_TENANTS_PER_CLAIM = 64;

const FIRST_IN_QUEUE = 'ORDER BY tenant_id, registration_id, due_at LIMIT 1';

/**
 * The next tenants with something in the queue, in order of their ids, starting after the last claim's. Recursion makes
 * this one index look-up per tenant, however much each has waiting; DISTINCT would read the whole index.
 */
const nextTenants = `RECURSIVE tenant_turn AS (
    (SELECT tenant_id, 1 AS turn FROM webhook_queue
     WHERE lease_token IS NULL AND tenant_id > :after_tenant_id ${FIRST_IN_QUEUE})
    UNION ALL
    (SELECT following.tenant_id, turn + 1 FROM tenant_turn, LATERAL (
       SELECT tenant_id FROM webhook_queue
       WHERE lease_token IS NULL AND tenant_id > tenant_turn.tenant_id ${FIRST_IN_QUEUE}
     ) following WHERE turn < ${MAX_TENANTS_PER_CLAIM})
  )`;

/** Rows of the queue that are looked at for the next tenants on all machines, where recursion isn't possible. */
export const QUEUED_PER_LOOK = 1000;

/** The next tenants of all machines, one at least: if one has more waiting than are looked at, who looks on after it skips the rest of its own. */
export const findQueuedTenants = statement(
  'find tenants with queued deliveries',
  `SELECT tenant_id, count(*)::integer AS queued FROM (
     SELECT tenant_id FROM webhook_queue WHERE lease_token IS NULL AND tenant_id > :after_tenant_id
     ORDER BY tenant_id, registration_id, due_at LIMIT ${QUEUED_PER_LOOK}
   ) next GROUP BY tenant_id ORDER BY tenant_id`,
);

/** The tenants whose new deliveries the worker was just notified of. */
const givenTenants = 'tenant_turn AS (SELECT unnest(:tenant_ids::integer[]) AS tenant_id)';
const oneTenant = 'tenant_turn AS (SELECT :tenant_id::integer AS tenant_id)';

// statement_timestamp(), because clock_timestamp() is volatile and can't be used to end an index scan.
const dueOfEndpoint = (
  tenant: string,
) => `q.tenant_id = ${tenant} AND q.registration_id = r.id AND q.lease_token IS NULL
       AND q.due_at <= statement_timestamp()`;

/**
 * The URLs' numbers by endpoint, built once per statement. They are of the same snapshot as the URLs to which the worker sends,
 * whatever edit is being committed meanwhile.
 */
const URL_NUMBERS = '(SELECT jsonb_object_agg(id, "urlNumber") FROM endpoint)';

/**
 * Everything that a claim does, in one round trip. docs/decisions/one-statement-per-claim.md tells why. The planner gets
 * no chance to join the queue with another table, since on a long queue it chose to read both of them whole: LATERAL with
 * LIMIT 1 stands where EXISTS or a join would, and ARRAY(…) where IN would.
 */
const claimSql = (tenants: string, { tenantOf, queueRow, andTenant }: Reach) =>
  `WITH ${tenants},
  -- The endpoints of these tenants that have something due, with the number of deliveries that this worker may take for
  -- each. In random order, so that no endpoint is left out again and again when there are more than :max_deliveries.
  due_endpoint AS (
    SELECT r.tenant_id, r.id, coalesce(known.allowance, :default_allowance) AS allowance
    FROM tenant_turn JOIN tenants t ON t.tenant_id = tenant_turn.tenant_id AND ${tenantIsSent}
    JOIN webhook_registrations r ON r.tenant_id = ${tenantOf('tenant_turn')} AND ${endpointIsSent}
    LEFT JOIN unnest(:endpoint_ids::integer[], :allowances::integer[]) AS known (id, allowance) ON known.id = r.id
    CROSS JOIN LATERAL (SELECT FROM webhook_queue q WHERE ${dueOfEndpoint(tenantOf('r'))} ORDER BY q.due_at LIMIT 1) waiting
    WHERE coalesce(known.allowance, :default_allowance) > 0
    ORDER BY random() LIMIT :max_deliveries
  ),
  -- Fairness: each tenant gets the same share of the claim, and each endpoint the same share of its tenant's. What one
  -- doesn't use, the next claim gives to the others.
  endpoint_share AS (
    SELECT due_endpoint.*, :max_deliveries / (SELECT count(DISTINCT tenant_id) FROM due_endpoint)
      / count(*) OVER (PARTITION BY tenant_id) AS size
    FROM due_endpoint
  ),
  -- The oldest due deliveries of each endpoint, locked. Rows that another claim is just taking are skipped.
  picked AS MATERIALIZED (
    SELECT oldest.* FROM endpoint_share r CROSS JOIN LATERAL (
      SELECT q.${queueRow} AS queue_row FROM webhook_queue q WHERE ${dueOfEndpoint(tenantOf('r'))}
      ORDER BY q.due_at LIMIT least(r.allowance, greatest(r.size, 1)) FOR UPDATE SKIP LOCKED
    ) oldest
  ),
  -- One token for all deliveries of the claim: PostgreSQL asks the operating system for each random UUID. One time, too, after the
  -- locks, since a lease that waited for them would be shorter.
  lease AS MATERIALIZED (
    SELECT gen_random_uuid() AS token, clock_timestamp() AS at FROM (SELECT count(*) FROM picked) locked
  ),
  -- The lease begins. The locked rows are found by their ctid, not once more in the index of random delivery ids. A row
  -- that was moved since the statement began isn't found, and the next claim takes it.
  claimed AS (
    UPDATE webhook_queue q SET lease_token = (SELECT token FROM lease), attempt = q.attempt + 1,
      leased_until = (SELECT at FROM lease) + interval '${LEASE_SECONDS} s'
    WHERE q.${queueRow} = ANY (ARRAY(SELECT queue_row FROM picked)) ${andTenant}
    RETURNING q.*
  ),
  -- Where these deliveries go and how they are signed, once per endpoint. Repeated for each of a thousand deliveries it was
  -- a fifth of what went over the wire.
  endpoint AS (
    SELECT r.tenant_id AS "tenantId", r.id, r.url, encode(r.secret, 'base64') AS secret,
      CASE WHEN r.previous_secret_until > statement_timestamp() THEN encode(r.previous_secret, 'base64') END
        AS "previousSecret", encode(r.headers, 'base64') AS headers, r.url_number AS "urlNumber",
      r.answered_at IS NULL AS "isUntried",
      r.answered_at IS NULL OR r.failing_since IS NOT NULL AND r.failing_since < statement_timestamp() - interval '5 min'
        AS "isSilent"
    FROM webhook_registrations r
    WHERE (r.tenant_id, r.id) IN (SELECT tenant_id, registration_id FROM claimed) ${andTenant}
  ),
  -- Each attempt is on record before its request goes out, so a crash leaves an attempt without outcome, never silence.
  started_attempt AS (
    INSERT INTO webhook_attempts (tenant_id, delivery_id, number, started_at, url_number)
    SELECT tenant_id, delivery_id, attempt, (SELECT at FROM lease), (${URL_NUMBERS} ->> registration_id::text)::integer
    FROM claimed
  )
  -- The first row is about the claim as a whole, each other row is a delivery. A delivery has no body if those before it have
  -- :max_bytes already: the worker gives it back. To know the sizes before the lease, each event would have to be looked up twice.
  SELECT json_build_object('tenantCount', count(*), 'lastTenantId', max(tenant_id),
      'leaseToken', (SELECT token FROM lease), 'nowMs', date_part('epoch', clock_timestamp()) * 1000, 'endpoints', (SELECT json_agg(endpoint) FROM endpoint)) AS summary,
    NULL AS id, NULL AS "endpointId", NULL AS attempt, NULL AS "attemptOfRound", NULL AS "ageMs", NULL AS "waitedMs",
    NULL AS "eventId",
    NULL AS kind, NULL AS body, NULL AS test, NULL AS "requestId", NULL AS traceparent
  FROM tenant_turn
  UNION ALL
  SELECT NULL, c.delivery_id, c.registration_id, c.attempt, c.attempt - c.round_start,
    date_part('epoch', lease.at - e.occurred_at) * 1000, date_part('epoch', lease.at - c.due_at) * 1000, c.event_id,
    e.kind,
    CASE WHEN sum(octet_length(e.body)) OVER so_far - octet_length(e.body) < :max_bytes THEN e.body END,
    e.test, e.request_id, e.traceparent
  FROM lease CROSS JOIN claimed c CROSS JOIN LATERAL (
    SELECT kind, body, test, occurred_at, request_id, traceparent FROM events WHERE tenant_id = ${tenantOf('c')} AND event_id = c.event_id LIMIT 1
  ) e ${SO_FAR}`;

export const claimFromNextTenants = statement(
  'claim deliveries of next tenants',
  claimSql(nextTenants, SEVERAL_TENANTS),
);
export const claimFromGivenTenants = statement(
  'claim deliveries of given tenants',
  claimSql(givenTenants, SEVERAL_TENANTS),
);
export const claimFromOneTenant = statement(
  'claim deliveries of one tenant',
  claimSql(oneTenant, ONE_TENANT),
);
