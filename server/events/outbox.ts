import type { EventData, EventKind } from '../base/contract.ts';
import { type JsonMembers, jsonObject } from '../db/sql/json-object.ts';

/**
 * SQL that emits an event and its deliveries, as an expression for the statement that makes the change:
 * `SELECT …, ${emit('product.created', data, 'row.tenant_id')} FROM row`. The event is part of that statement, so it
 * commits with the change or not at all, and costs no round trip. `data` has SQL for the JSON text of each member of the
 * event's data; `tenant` is SQL for its tenant.
 *
 * The function emit_event (migration 038) writes the event with its serialised envelope, and deliver_event a
 * delivery and a queue row for each active endpoint that subscribes to the kind. It notifies the workers at the commit.
 */
export function emit<const Kind extends EventKind, const Data extends JsonMembers<EventData<Kind>>>(
  kind: Kind,
  data: Data & Undeclared<Data, EventData<Kind>>,
  tenant: string,
): string {
  // The panel finds deliveries by the order they are about.
  const order = 'order_id' in data ? `, ${data.order_id}` : '';
  return `emit_event(${tenant}, '${kind}', ${jsonObject(data)}${order})`;
}

/**
 * The same for the rows of a relation with the columns `position`, `kind` and `data`, in the order of their positions. The data
 * comes from `eventData`. Only for events that aren't about an order.
 */
export const emitAll = (tenant: string) =>
  `emit_events(${tenant}, array_agg(kind ORDER BY position), array_agg(data ORDER BY position))`;

/** The same for events about orders, with the column `order_id`. If `feedOnly` is true, they have no deliveries, and never get one. */
export const emitOrderEvents = (tenant: string, feedOnly: string) =>
  `emit_events(${tenant}, array_agg(kind ORDER BY position), array_agg(data ORDER BY position),
       array_agg(order_id ORDER BY position), ${feedOnly})`;

/** SQL for the JSON text of an event's data. */
export const eventData = <const Kind extends EventKind, const Data extends JsonMembers<EventData<Kind>>>(
  _kind: Kind,
  data: Data & Undeclared<Data, EventData<Kind>>,
): string => jsonObject(data);

/** Members that the contract does not have do not compile. */
type Undeclared<Data, Declared> = Readonly<Partial<Record<Exclude<keyof Data, keyof Declared>, never>>>;
