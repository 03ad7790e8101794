import { type Querier, type Statement, statement } from '../db/querier.ts';

/** A delivery that this worker holds until its lease ends, with all that is needed to send it. */
export interface Claimed {
  readonly tenantId: number;
  readonly id: string;
  /** One for all that a claim took, and no other claim's: of a delivery, each lease has its own. */
  readonly token: string;
  /** The number of the attempt that the claim began, over all rounds. */
  readonly attempt: number;
  /** The same within the present round, which a resend begins anew. */
  readonly attemptOfRound: number;
  /** How long ago the event was written, in ms. */
  readonly ageMs: number;
  readonly eventId: string;
  readonly kind: string;
  readonly body: string;
  readonly test: boolean;
  readonly registrationId: number;
  readonly url: string;
  readonly secret: Buffer;
  /** The secret before it was rotated, while the two overlap. */
  readonly previousSecret: Buffer | null;
}

/** What there is room for: at most so many, of these registrations so many each, of others as of a stranger. */
export interface Room {
  readonly most: number;
  readonly registrations: readonly number[];
  readonly allowances: readonly number[];
  readonly ofStranger: number;
}

export interface ClaimRound {
  readonly claimed: readonly Claimed[];
  /** The last tenant whose turn it was, to go on from; 0 when the round came to the end of them. */
  readonly upTo: number;
}

/**
 * 3 s that a delivery may wait for its turn in the worker, 10 s for the exchange and 2 s for a slow database: after that
 * another worker takes over.
 */
export const LEASE_SECONDS = 15;
/** How many tenants get their turn in one claim: some ms of look-ups in an index, if they all have something waiting. */
const TENANTS_AT_ONCE = 64;

const QUEUE_ORDER = 'ORDER BY tenant_id, registration_id, due_at LIMIT 1';
/** The tenants that have something waiting, one look-up each however much they have, from the one after the last turn. */
const inTurn = `scan AS (
    (SELECT tenant_id, 1 AS place FROM webhook_queue WHERE lease_token IS NULL AND tenant_id > $1 ${QUEUE_ORDER})
    UNION ALL
    (SELECT following.tenant_id, place + 1 FROM scan, LATERAL (
       SELECT tenant_id FROM webhook_queue WHERE lease_token IS NULL AND tenant_id > scan.tenant_id ${QUEUE_ORDER}
     ) following WHERE place < ${TENANTS_AT_ONCE})
  )`;
/** Those that the worker has just heard of. */
const named = 'scan AS (SELECT unnest($1::integer[]) AS tenant_id)';

const DUE = `q.tenant_id = r.tenant_id AND q.registration_id = r.id AND q.lease_token IS NULL
       AND q.due_at <= statement_timestamp()`;

// Each tenant gets the same share, and each of its registrations the same share of that. What one does not use, the next
// claim gives to the others. statement_timestamp(), because with clock_timestamp() no index ends the search.
//
// Locked rows are found again by their place on disk, and not once more in an index of random ids. A row that was moved
// since the statement began is then left to the next claim. One token for all, since PostgreSQL asks the system for each.
//
// The attempt's row is written with the claim, before the request goes out: a crash then shows as an attempt without
// outcome, never as silence.
const claimText = (tenants: string): string => `WITH RECURSIVE ${tenants}, busy AS (
    SELECT r.tenant_id, r.id, coalesce(known.allowance, $5) AS allowance
    FROM scan JOIN tenants t ON t.tenant_id = scan.tenant_id AND t.webhooks_enabled
    JOIN webhook_registrations r ON r.tenant_id = scan.tenant_id AND r.active
    LEFT JOIN unnest($3::integer[], $4::integer[]) AS known (id, allowance) ON known.id = r.id
    WHERE coalesce(known.allowance, $5) > 0 AND EXISTS (SELECT FROM webhook_queue q WHERE ${DUE})
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
    FROM due WHERE q.ctid = due.place
    RETURNING q.*, clock_timestamp() AS claimed_at
  ), attempt AS (
    INSERT INTO webhook_attempts (tenant_id, delivery_id, number, started_at)
    SELECT tenant_id, delivery_id, attempt, clock_timestamp() FROM claimed
  ), sending AS (
    SELECT c.tenant_id AS "tenantId", c.delivery_id AS id, c.lease_token AS token, c.attempt,
      c.attempt - c.round_start AS "attemptOfRound", c.event_id AS "eventId", e.kind, e.body, e.test,
      date_part('epoch', c.claimed_at - e.occurred_at) * 1000 AS "ageMs",
      r.id AS "registrationId", r.url, r.secret,
      CASE WHEN r.previous_secret_until > c.claimed_at THEN r.previous_secret END AS "previousSecret"
    FROM claimed c
    JOIN events e ON e.tenant_id = c.tenant_id AND e.event_id = c.event_id
    JOIN webhook_registrations r ON r.tenant_id = c.tenant_id AND r.id = c.registration_id
  )
  SELECT turn.*, sending.* FROM (SELECT count(*) AS turns, max(tenant_id) AS last FROM scan) turn
  LEFT JOIN sending ON true`;

const claimInTurn = statement('deliveries claim in turn', claimText(inTurn));
const claimNamed = statement('deliveries claim of tenants', claimText(named));

interface Row extends Claimed {
  readonly turns: number;
  readonly last: number | null;
}

async function run(db: Querier, which: Statement, first: unknown, room: Room): Promise<ClaimRound> {
  const { most, registrations, allowances, ofStranger } = room;
  const rows = await db.query<Row>(which, [first, most, registrations, allowances, ofStranger]);
  const { turns, last } = rows[0]!;
  const claimed = rows[0]!.id === null ? [] : rows;
  return { claimed, upTo: turns < TENANTS_AT_ONCE ? 0 : last! };
}

/** Claims what is due of the next tenants whose turn it is after `upTo`. */
export const claimNext = (db: Querier, upTo: number, room: Room): Promise<ClaimRound> =>
  run(db, claimInTurn, upTo, room);

/** Claims what is due of these tenants. */
export const claimOf = (db: Querier, tenants: readonly number[], room: Room): Promise<ClaimRound> =>
  run(db, claimNamed, tenants, room);
