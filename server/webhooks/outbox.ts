import type { EventData, EventKind } from '../contract.ts';
import { type JsonMembers, jsonObject } from '../db/json-object.ts';

/**
 * SQL that emits an event and its deliveries, as an expression for the statement that makes the change:
 * `SELECT …, ${emit('product.created', data, 'row.tenant_id')} FROM row`. The event is part of that statement, so it
 * commits with the change or not at all, and costs no round trip. `data` has SQL for the JSON text of each member of the
 * event's data; `tenant` is SQL for its tenant.
 *
 * The function emit_event (migrations 006 and 007) writes the event with its serialised envelope, and deliver_event a
 * delivery and a queue row for each active endpoint that subscribes to the kind. It notifies the workers at the commit.
 */
export function emit<
  const Kind extends EventKind,
  const Data extends JsonMembers<EventData<Kind>>,
  const Tenant extends string,
>(kind: Kind, data: Data & Undeclared<Data, EventData<Kind>>, tenant: Tenant) {
  return `emit_event(${tenant}, '${kind}', ${jsonObject<Data>(data)})` as const;
}

/** Members that the contract does not have do not compile. */
type Undeclared<Data, Declared> = Readonly<Partial<Record<Exclude<keyof Data, keyof Declared>, never>>>;
