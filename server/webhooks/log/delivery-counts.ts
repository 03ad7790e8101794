import type { Knex } from 'knex';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import { MAX_COUNTED } from './count-listed.ts';
import { inactiveEndpoints, queueOf } from './held.ts';

/** Failing deliveries that are read for a count at most, the newest: some milliseconds. */
const MAX_READ = 5_000;

/** The day's figures, without test events. Each at most one more than MAX_COUNTED. */
export interface DeliveryCounts {
  /** RETRYING, except those that are held. */
  readonly retrying: number;
  /** In the queue for an endpoint that is inactive. */
  readonly held: number;
  /** FAILED among those created in the last 24 h; what was dropped with its endpoint didn't fail. */
  readonly failedToday: number;
  /** RETRYING now, held or not. */
  readonly undelivered: number;
}

/** How many of a tenant's deliveries are in trouble now. Reads the index of failing deliveries and the queue only. */
export async function countDeliveries(
  db: Querier,
  tenantId: number,
  maxAttempts: number,
): Promise<DeliveryCounts> {
  const inactive = await inactiveEndpoints(db, tenantId);
  const failing = (status: string) => withoutTests(newestFailing(tenantId, status), tenantId);
  const today = build.raw("statement_timestamp() - interval '24 h'");
  const counts = await firstOf<DeliveryCounts>(
    db,
    build.select({
      retrying: counted(failing('RETRYING').whereNotIn('d.registration_id', inactive)),
      held: counted(withoutTests(heldFor(tenantId, inactive), tenantId)),
      failedToday: counted(
        failing('FAILED')
          .where('d.created_at', '>=', today)
          .whereRaw(NOT_DROPPED, { tenant: tenantId, maxAttempts }),
      ),
      undelivered: counted(failing('RETRYING')),
    }),
  );
  return counts!;
}

const NOT_DROPPED = `(d.attempt_number > 0 AND d.attempt_number % :maxAttempts = 0 OR NOT EXISTS (
  SELECT FROM webhook_registrations r WHERE r.tenant_id = :tenant AND r.id = d.registration_id AND r.deleted_at IS NOT NULL))`;

const newestFailing = (tenant_id: number, failing_status: string): Knex.QueryBuilder =>
  build(
    build('webhook_deliveries')
      .where({ tenant_id, failing_status })
      .select('event_id', 'registration_id', 'created_at', 'attempt_number')
      .orderByRaw('created_at DESC, id DESC')
      .limit(MAX_READ)
      .as('d'),
  );

const heldFor = (tenantId: number, inactive: readonly number[]): Knex.QueryBuilder =>
  build(queueOf(tenantId, MAX_READ, inactive).select('event_id').as('d'));

const withoutTests = (deliveries: Knex.QueryBuilder, tenant: number): Knex.QueryBuilder =>
  deliveries.joinRaw(
    `CROSS JOIN LATERAL (SELECT FROM events
    WHERE tenant_id = :tenant AND event_id = d.event_id AND NOT test LIMIT 1) e`,
    { tenant },
  );

const counted = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
  build(
    rows
      .clone()
      .clearSelect()
      .select(build.raw('1'))
      .limit(MAX_COUNTED + 1)
      .as('counted'),
  ).count('*');
