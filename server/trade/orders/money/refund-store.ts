import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { type JsonMembers, jsonObject, jsonText } from '../../../db/sql/json-object.ts';
import { statement } from '../../../db/sql/statement.ts';
import { STAMP } from '../change/locked-order.ts';
import { appendNumbered, givenEntry, timeOrNow } from '../event-data.ts';
import type { StoredOrder } from '../store.ts';

const REFUND = jsonObject({
  amount: ':amount::numeric(12,2)',
  reason: jsonText(':reason'),
  reference: jsonText(':reference'),
  payment_id: `coalesce(:payment_id::int::text, 'null')`,
  refunded_at: timeOrNow(':refunded_at'),
  actor: jsonText(':actor'),
} satisfies JsonMembers<Omit<Schemas['Refund'], 'id'>>);

const refund = statement(
  'refund order',
  `WITH ${givenEntry(REFUND)}
   UPDATE orders SET refunds = ${appendNumbered('refunds')}, refunded_total = refunded_total + :amount::numeric, ${STAMP}
   FROM given WHERE tenant_id = :tenant_id AND id = :id RETURNING id, version, document`,
);

export interface NewRefund {
  readonly tenantId: number;
  readonly id: number;
  readonly amount: number;
  readonly reason: string;
  readonly reference: string | null;
  readonly paymentId: number | null;
  /** In the API's format; null means now. */
  readonly refundedAt: string | null;
  readonly actor: string;
}

/** Adds a refund to a locked order. */
export async function writeRefund(tx: Transaction, added: NewRefund): Promise<StoredOrder> {
  const { tenantId, paymentId, refundedAt, ...rest } = added;
  return (
    await refund<StoredOrder>(tx, {
      tenant_id: tenantId,
      payment_id: paymentId,
      refunded_at: refundedAt,
      ...rest,
    })
  )[0]!;
}
