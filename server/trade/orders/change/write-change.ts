import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { type JsonMembers, jsonObject } from '../../../db/sql/json-object.ts';
import { statement } from '../../../db/sql/statement.ts';
import { NOW, paymentConfirmed } from '../event-data.ts';
import { surplusSql } from '../money/payment-store.ts';
import { ORDER_COLUMNS } from '../place/new-order.ts';
import type { Amounts } from '../rules/build-order.ts';
import type { OrderDetails } from '../rules/order-details.ts';
import type { StoredOrder } from '../store.ts';

type Order = Schemas['Order'];
/** The fields of an order that a PATCH can change, directly or because they are computed anew. */
export type OrderFields = Amounts & OrderDetails;

/**
 * The contract promises this number. A change takes about 100 bytes, so all of them about as many as 50 lines. Staff and an
 * ERP that writes documents and tracking back change an order some ten times.
 */
export const MAX_CHANGES = 100;

const CHANGE = jsonObject({
  at: 'n.changed_at_json',
  actor: 'to_json(:actor::text)::text',
  fields: 'n.fields',
} satisfies JsonMembers<Schemas['OrderChange']>);

/** Of an order that is placed, all but when that was. */
const WRITTEN = Object.keys(ORDER_COLUMNS).filter((column) => column !== 'placed_at');

const IS_PAID = 'n.paid_total - s.surplus_refunded_total >= n.total';
/** The fields that follow from the total, and whether they differ; the functions are those of db/documents/orders.sql. */
const FOLLOWING = `
         ('paid_at', (old.paid_total - old.surplus_refunded_total >= old.total) <> (${IS_PAID})),
         ('payment_status', old.payment_status <> payment_status(n.total, n.paid_total, n.refunded_total, s.surplus_refunded_total)),
         ('refund_due', refund_due(old.status, old.total, old.paid_total, old.refunded_total, old.surplus_refunded_total)
           <> refund_due(n.status, n.total, n.paid_total, n.refunded_total, s.surplus_refunded_total)),
         ('surplus_refunded_total', old.surplus_refunded_total <> s.surplus_refunded_total)`;

const write = statement(
  'write order change',
  `WITH n AS MATERIALIZED (
     -- The row with the changed fields in it. The order is locked, so "old" is the current row. One time for all of the change: with
     -- Citus, parts of a statement begin at different ones.
     SELECT n.*, c.fields, statement_timestamp() AS changed_at, ${NOW} AS changed_at_json,
       CASE WHEN ${IS_PAID} THEN coalesce(n.paid_at, statement_timestamp()) END AS now_paid_at
     FROM orders old, json_populate_record(old, :changed::json) n, LATERAL (
       SELECT ${surplusSql('old', 'n.total', 'n.payments')} AS surplus_refunded_total
     ) s, LATERAL (
       SELECT array_to_json(:fields::text[] || ARRAY (SELECT field FROM (VALUES ${FOLLOWING}) AS f(field, differs) WHERE differs))::text AS fields
     ) c
     WHERE old.tenant_id = :tenant_id AND old.id = :id
   ), o AS (
     UPDATE orders o SET ${WRITTEN.map((column) => `${column} = n.${column}`)}, paid_at = n.now_paid_at,
       changes = json_append(:changes::json, ${CHANGE}), version = n.version + 1, updated_at = n.changed_at
     FROM n WHERE o.tenant_id = :tenant_id AND o.id = :id
     RETURNING o.*, n.payment_confirmed AS was_confirmed, n.fields::json
   ), log AS (
     INSERT INTO order_changes (tenant_id, order_id, version, actor, fields)
     SELECT tenant_id, id, version, :actor, fields FROM o
   )
   SELECT o.id, o.version, o.document, ${paymentConfirmed('o.paid_at IS NOT NULL AND NOT o.was_confirmed')} FROM o`,
);

export interface Change {
  readonly tenantId: number;
  readonly order: Order;
  /** Must not be empty. */
  readonly changes: Partial<OrderFields>;
  readonly actor: string;
}

/** Writes the changed fields of a locked order, and emits the payment event if the order is now paid for the first time. */
export async function writeChange(
  tx: Transaction,
  { tenantId, order, changes, actor }: Change,
): Promise<StoredOrder> {
  const [changed] = await write<StoredOrder>(tx, {
    tenant_id: tenantId,
    id: order.id,
    changed: JSON.stringify(changes),
    changes: JSON.stringify(order.changes.slice(1 - MAX_CHANGES)),
    fields: Object.keys(changes),
    actor,
  });
  return changed!;
}
