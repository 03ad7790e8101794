import type { EventKind } from '../contract.ts';

/**
 * SQL that emits an event and its deliveries, as an expression for the statement that makes the change:
 * `SELECT …, ${emit('product.created', data, 'row.tenant_id')} FROM row`. The event is part of that statement, so it
 * commits with the change or not at all, and costs no round trip. `data` is SQL for the JSON text of the event's data,
 * `tenant` is SQL for its tenant.
 */
export function emit<const Kind extends EventKind, const Data extends string, const Tenant extends string>(
  kind: Kind,
  data: Data,
  tenant: Tenant,
) {
  return `emit_event(${tenant}, '${kind}', ${data})` as const;
}
