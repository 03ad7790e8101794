import type { EventKind } from '../contract.ts';

/**
 * The SQL that emits an event with its deliveries, as an expression for the statement that makes the change:
 * `SELECT …, ${emit('product.created', data)} FROM row`. Being part of that statement, the event is committed with the
 * change or not at all, and costs no round trip of its own. `data` is SQL for the JSON text of the event's data, and
 * `tenant` for its tenant.
 */
export function emit<
  const Kind extends EventKind,
  const Data extends string,
  const Tenant extends string = '$1',
>(kind: Kind, data: Data, tenant: Tenant = '$1' as Tenant) {
  return `emit_event(${tenant}, '${kind}', ${data})` as const;
}
