import { query } from './query.ts';

/**
 * The events that must exist, derived only from the resources' rows: one for each row's creation, and one for each
 * version and each status after the first.
 */
const CHANGES = `
  SELECT tenant_id, 'product.created' AS kind, id, 1 AS times FROM products
  UNION ALL SELECT tenant_id, 'product.updated', id, version - 1 FROM products WHERE version > 1
  UNION ALL SELECT tenant_id, 'customer.created', id, 1 FROM customers
  UNION ALL SELECT tenant_id, 'order.created', id, 1 FROM orders
  UNION ALL SELECT tenant_id, 'order.status_changed', id, json_array_length(status_history) - 1 FROM orders
    WHERE json_array_length(status_history) > 1`;

const EMITTED = `
  SELECT tenant_id, kind, (body::json->'data'->>(split_part(kind, '.', 1) || '_id'))::int AS id FROM events`;

export interface CommittedChange {
  readonly tenantId: number;
  readonly kind: string;
  readonly id: number;
  readonly times: number;
}

const FIELDS = 'tenant_id AS "tenantId", kind, id, times';

export const committedChanges = (url: string): Promise<CommittedChange[]> =>
  query<CommittedChange>(url, `SELECT ${FIELDS} FROM (${CHANGES}) c`);

/** Changes without their event (times > 0) and events without their change (times < 0). */
export const outboxMismatches = (url: string): Promise<CommittedChange[]> =>
  query<CommittedChange>(
    url,
    `SELECT tenant_id AS "tenantId", kind, id, sum(times)::int AS times FROM (
       SELECT tenant_id, kind, id, times FROM (${CHANGES}) c
       UNION ALL SELECT tenant_id, kind, id, -1 FROM (${EMITTED}) e
     ) compared GROUP BY 1, 2, 3 HAVING sum(times) <> 0`,
  );

export interface CommittedEvent {
  readonly tenantId: number;
  readonly eventId: string;
  readonly kind: string;
  /** SHA-256 of the stored envelope, in hex. */
  readonly bodyHash: string;
}

export const committedEvents = (url: string): Promise<CommittedEvent[]> =>
  query<CommittedEvent>(
    url,
    `SELECT tenant_id AS "tenantId", event_id AS "eventId", kind,
       encode(sha256(convert_to(body, 'UTF8')), 'hex') AS "bodyHash" FROM events`,
  );

export interface DeliveryRecord {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly endpointId: number;
  readonly status: string;
  readonly attempts: number;
  /** The attempts' numbers; their outcomes are in the same order. */
  readonly numbers: readonly number[];
  readonly outcomes: readonly (string | null)[];
}

/** The log of deliveries, as shown to staff. */
export const deliveryRecords = (url: string): Promise<DeliveryRecord[]> =>
  query<DeliveryRecord>(
    url,
    `SELECT d.id AS "deliveryId", d.event_id AS "eventId", d.registration_id AS "endpointId", d.status,
       d.attempt_number AS attempts, coalesce(array_agg(a.number ORDER BY a.number) FILTER (WHERE a.number IS NOT NULL), '{}') AS numbers,
       coalesce(array_agg(a.outcome ORDER BY a.number) FILTER (WHERE a.number IS NOT NULL), '{}') AS outcomes
     FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.id
     GROUP BY d.tenant_id, d.id`,
  );
