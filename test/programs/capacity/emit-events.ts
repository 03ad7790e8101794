import type pg from 'pg';
import type { EventKind } from '../../../server/base/contract.ts';

/** The arguments of emit_event, which the statement of a change calls: tenant, kind, data and order. */
export type EventArguments = readonly [tenantId: number, kind: EventKind, data: string, orderId: number];

/** The newest event of a kind, as its statement had it. */
export async function eventToRepeat(client: pg.Client, kind: EventKind): Promise<EventArguments> {
  const { rows } = await client.query<{ tenant: number; data: string; order: number }>(
    `SELECT tenant_id AS tenant, body::json ->> 'data' AS data, order_id AS "order"
     FROM events WHERE kind = $1 ORDER BY occurred_at DESC LIMIT 1`,
    [kind],
  );
  const { tenant, data, order } = rows[0]!;
  return [tenant, kind, data, order];
}

/** In one transaction, so that nothing but the events is measured. */
export const emitTogether = (client: pg.Client, event: EventArguments, count: number): Promise<unknown> =>
  client.query('SELECT count(emit_event($1, $2, $3, $4)) FROM generate_series(1, $5::integer)', [
    ...event,
    count,
  ]);

/** Each in a transaction of its own, as changes come. */
export async function emitOneByOne(client: pg.Client, event: EventArguments, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await client.query({ name: 'emit', text: 'SELECT emit_event($1, $2, $3, $4)', values: [...event] });
}
