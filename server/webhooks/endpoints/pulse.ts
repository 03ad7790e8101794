import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** An endpoint's newest deliveries that are looked through for one that was accepted. */
const LATEST_DELIVERIES = 50;

/** A worker looks twice a second; a delivery that waits for longer than a minute isn't a moment's. */
const LATE_MINUTES = 1;

/** Whether an endpoint keeps up. Times are RFC 3339. */
export interface Pulse {
  readonly id: number;
  /** When it last accepted something that was no test, if that is among its newest 50 deliveries. */
  readonly acceptedAt: string | null;
  /** Since when the oldest delivery that could be sent hasn't been, if that's more than a minute. */
  readonly lateSince: string | null;
}

const findPulses = statement(
  'find how endpoints keep up',
  `SELECT r.id, iso(a.started_at) AS "acceptedAt", iso(q.due_at) AS "lateSince"
   FROM webhook_registrations r
   LEFT JOIN LATERAL (
     SELECT id, attempt_number FROM (
       SELECT tenant_id, id, event_id, attempt_number, status, created_at FROM webhook_deliveries
       WHERE tenant_id = r.tenant_id AND registration_id = r.id ORDER BY created_at DESC LIMIT ${LATEST_DELIVERIES}
     ) latest WHERE status = 'SUCCESS'
       AND EXISTS (SELECT FROM events e WHERE e.tenant_id = latest.tenant_id AND e.event_id = latest.event_id AND NOT e.test)
     ORDER BY created_at DESC LIMIT 1
   ) d ON true
   LEFT JOIN LATERAL (
     SELECT started_at FROM webhook_attempts WHERE tenant_id = r.tenant_id AND delivery_id = d.id AND number = d.attempt_number LIMIT 1
   ) a ON true
   LEFT JOIN LATERAL (
     SELECT due_at FROM webhook_queue
     WHERE tenant_id = r.tenant_id AND registration_id = r.id AND lease_token IS NULL AND due_at < statement_timestamp() - interval '${LATE_MINUTES} min'
     ORDER BY due_at LIMIT 1
   ) q ON true
   WHERE r.tenant_id = :tenant_id AND r.deleted_at IS NULL`,
);

/** The pulses of a tenant's endpoints, by their ids. */
export const pulsesOf = async (db: Querier, tenant_id: number): Promise<ReadonlyMap<number, Pulse>> =>
  new Map((await findPulses<Pulse>(db, { tenant_id })).map((pulse) => [pulse.id, pulse]));
