import type { EventData, EventKind } from '../contract.ts';
import { type JsonMembers, jsonObject } from '../db/json-object.ts';

/**
 * The SQL that emits an event with its deliveries, as an expression for the statement that makes the change:
 * `SELECT …, ${emit('product.created', data)} FROM row`. Being part of that statement, the event is committed with the
 * change or not at all, and costs no round trip of its own. `data` is SQL for the JSON text of each member of the
 * event's data, and `tenant` for its tenant.
 */
export function emit<
  const Kind extends EventKind,
  const Data extends JsonMembers<EventData<Kind>>,
  const Tenant extends string = '$1',
>(kind: Kind, data: Data & Undeclared<Data, EventData<Kind>>, tenant: Tenant = '$1' as Tenant) {
  return `emit_event(${tenant}, '${kind}', ${jsonObject<Data>(data)})` as const;
}

/** Members that the contract does not have do not compile. */
type Undeclared<Data, Declared> = Readonly<Partial<Record<Exclude<keyof Data, keyof Declared>, never>>>;
