import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { type JsonMembers, jsonObject, jsonText } from '../../../db/sql/json-object.ts';
import { statement } from '../../../db/sql/statement.ts';
import { STAMP } from '../change/locked-order.ts';
import { appendNumbered, givenEntry, NOW, paymentConfirmed, timeOrNow } from '../event-data.ts';
import type { StoredOrder } from '../store.ts';

type PaymentMembers = JsonMembers<Schemas['Payment']>;

const PAYMENT = jsonObject({
  amount: ':amount::numeric(12,2)',
  method: jsonText(':method'),
  reference: jsonText(':reference'),
  paid_at: timeOrNow(':paid_at'),
  voided_at: `'null'`,
  void_reason: `'null'`,
} as const satisfies Omit<PaymentMembers, 'id'>);

/** SQL for the latest `paid_at` of an order's payments that count. */
export const LATEST_PAYMENT = `(SELECT max((p ->> 'paid_at')::timestamptz)
  FROM json_array_elements(payments) p WHERE p ->> 'voided_at' IS NULL)`;

/** SQL for what is paid of an order's total: without the money beyond it that went back. */
const PAID = '(paid_total - surplus_refunded_total)';

const pay = statement(
  'pay order',
  `WITH ${givenEntry(PAYMENT)}, before AS MATERIALIZED (
     SELECT payment_confirmed FROM orders WHERE tenant_id = :tenant_id AND id = :id
   ), o AS (
     -- An order is paid at the latest of its payments' times: payments aren't always recorded in the order in which they
     -- were made.
     UPDATE orders SET payments = ${appendNumbered('payments')}, paid_total = paid_total + :amount::numeric,
       paid_at = CASE WHEN ${PAID} + :amount::numeric >= total THEN greatest(
         (SELECT coalesce(:paid_at::timestamptz, statement_timestamp())), ${LATEST_PAYMENT}) END,
       ${STAMP}
     FROM given WHERE tenant_id = :tenant_id AND id = :id
       AND (:allow_overpayment::boolean OR status <> 'Canceled' AND ${PAID} + :amount::numeric <= total)
     RETURNING orders.*
   )
   SELECT o.id, o.version, o.document,
     ${paymentConfirmed('o.paid_at IS NOT NULL AND NOT (SELECT payment_confirmed FROM before)')} FROM o`,
);

export interface NewPayment {
  readonly tenantId: number;
  readonly id: number;
  readonly amount: number;
  readonly method: string;
  readonly reference: string | null;
  /** In the API's format; null means now. */
  readonly paidAt: string | null;
  /** Defaults to false. */
  readonly allow_overpayment?: boolean;
}

/**
 * Adds a payment to a locked order, and emits the event if it is the first to reach the total. Undefined if the payment
 * would exceed the total, or the order is canceled, and overpayment isn't allowed.
 */
export async function writePayment(tx: Transaction, payment: NewPayment): Promise<StoredOrder | undefined> {
  const { tenantId, paidAt, allow_overpayment = false, ...rest } = payment;
  return (
    await pay<StoredOrder>(tx, { tenant_id: tenantId, paid_at: paidAt, allow_overpayment, ...rest })
  )[0];
}

const VOIDED = jsonObject({
  id: `(p ->> 'id')`,
  amount: `(p ->> 'amount')`,
  method: `(p -> 'method')::text`,
  reference: `(p -> 'reference')::text`,
  paid_at: `(p -> 'paid_at')::text`,
  voided_at: NOW,
  void_reason: jsonText(':reason'),
} as const satisfies PaymentMembers);

/** SQL for when the total was changed last; null if it never was, or if too many changes came after it to be kept. */
const LAST_CHANGE_OF_TOTAL = `(SELECT max((c ->> 'at')::timestamptz) FROM json_array_elements(changes) AS change(c)
       WHERE EXISTS (SELECT FROM json_array_elements_text(c -> 'fields') AS f(field) WHERE field = 'total'))`;

/** SQL for what `surplus_refunded_total` of an order becomes with another total or other payments. */
export const surplusSql = (order: string, total: string, payments: string): string =>
  `CASE WHEN ${order}.refunded_total = 0 THEN 0 ELSE surplus_refunded_total_of(${total},
    former_totals_after(${order}.former_totals, ${order}.total, ${total}), ${payments}, ${order}.refunds, ${order}.returns) END`;

/** SQL for the same once a payment is voided. */
const SURPLUS_AFTER_VOID = `(SELECT ${surplusSql('orders', 'orders.total', 'voided.payments')})`;

const voidOne = statement(
  'void payment',
  `WITH voided AS MATERIALIZED (
     SELECT ('[' || string_agg(CASE WHEN is_it THEN ${VOIDED} ELSE p::text END, ',' ORDER BY n) || ']')::json AS payments,
       sum((p ->> 'amount')::numeric) FILTER (WHERE is_it) AS amount,
       max((p ->> 'paid_at')::timestamptz) FILTER (WHERE NOT is_it AND p ->> 'voided_at' IS NULL) AS latest
     FROM orders, json_array_elements(payments) WITH ORDINALITY payment(p, n),
       LATERAL (SELECT (p ->> 'id')::int = :payment_id AS is_it) e
     WHERE tenant_id = :tenant_id AND id = :id
   )
   UPDATE orders SET payments = voided.payments, paid_total = paid_total - voided.amount,
     -- An order whose total was lowered may have been paid even without this payment; without any, it costs nothing since then.
     paid_at = CASE WHEN paid_total - voided.amount - ${SURPLUS_AFTER_VOID} >= total THEN coalesce(voided.latest, ${LAST_CHANGE_OF_TOTAL}, created_at) END,
     ${STAMP}
   FROM voided WHERE tenant_id = :tenant_id AND id = :id
   RETURNING id, version, document`,
);

export interface VoidedPayment {
  readonly tenantId: number;
  readonly id: number;
  readonly paymentId: number;
  readonly reason: string;
}

/** Voids a payment of a locked order. */
export async function writeVoid(tx: Transaction, voided: VoidedPayment): Promise<StoredOrder> {
  const { tenantId, id, paymentId, reason } = voided;
  const values = { tenant_id: tenantId, id, payment_id: paymentId, reason };
  return (await voidOne<StoredOrder>(tx, values))[0]!;
}
