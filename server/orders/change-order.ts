import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import type { Caller } from '../handler.ts';
import { toCents } from '../money.ts';
import { actorOf } from '../stock/actor.ts';
import { requireTotalInRange } from './amount-range.ts';
import { requireEditable } from './editable-fields.ts';
import { requireTermsAddUp } from './payment-terms.ts';
import { requireExpectedTotal } from './quote.ts';
import { recomputeOrder } from './recompute-order.ts';
import { quoteRequest, repricingEdits } from './repricing.ts';
import { differences, editsOf, fieldsOf } from './requested-fields.ts';
import type { StoredOrder } from './store.ts';
import { newCustomer } from './with-customer.ts';
import { writeChange } from './write-change.ts';

/** Changes a locked order. Throws the problem that forbids it. */
export async function changeOrder(
  tx: Transaction,
  caller: Caller,
  { row, order }: { readonly row: StoredOrder; readonly order: Schemas['Order'] },
  { expected_total: expectedTotal, customer_external_id, customer_tax_id, ...rest }: Schemas['OrderUpdate'],
  nowMs: number,
): Promise<StoredOrder> {
  const { tenantId } = caller;
  const references = { customer_id: rest.customer_id, customer_external_id, customer_tax_id };
  const { place, ...customer } = await newCustomer(tx, tenantId, order.customer_id, references);
  const body = { ...rest, ...customer };
  const fields = fieldsOf(order, body, nowMs);
  const repricing = await repricingEdits(tx, tenantId, order, body, place);
  requireEditable(order.status, [...repricing, ...editsOf(body, differences(order, fields))]);
  const recomputed =
    repricing.length > 0 ? await recomputeOrder(tx, caller, order, quoteRequest(order, body, fields)) : {};
  const changes = differences(order, { ...fields, ...recomputed });
  const total = toCents(changes.total ?? order.total);
  requireTotalInRange({ total });
  requireExpectedTotal({ total }, expectedTotal);
  requireTermsAddUp({ total }, changes.payment_terms ?? order.payment_terms);
  if (Object.keys(changes).length === 0) return row;
  return writeChange(tx, { tenantId, order, changes, actor: actorOf(caller) });
}
