import type { Schemas } from '../../../base/contract.ts';
import { toCents } from '../../../base/money.ts';
import type { Transaction } from '../../../db/querier.ts';
import { newCustomer, withNewPriceTable } from '../place/order-references.ts';
import type { PricingCall } from '../place/quote.ts';
import { requireExpectedTotal, requireTermsAddUp, requireTotalInRange } from '../rules/totals.ts';
import type { StoredOrder } from '../store.ts';
import { amountsAfter } from './amounts-after.ts';
import { isEditable, requireEditable } from './editable-fields.ts';
import { recomputeOrder } from './recompute-order.ts';
import { quoteRequest, repricingEdits } from './repricing.ts';
import { differences, editsOf, fieldsOf } from './requested-fields.ts';
import { withOwnProducts } from './same-lines.ts';
import { writeChange } from './write-change.ts';

/** Changes a locked order. Throws the problem that forbids it. */
export async function changeOrder(
  tx: Transaction,
  call: PricingCall,
  { row, order }: { readonly row: StoredOrder; readonly order: Schemas['Order'] },
  requested: Schemas['OrderUpdate'],
): Promise<StoredOrder> {
  const { caller } = call;
  const { tenantId } = caller;
  const sent = await withNewPriceTable(tx, tenantId, order.price_table_id, requested);
  const { expected_total: expectedTotal, customer_external_id, customer_tax_id, ...rest } = sent;
  const references = { customer_id: rest.customer_id, customer_external_id, customer_tax_id };
  const customer = await newCustomer(tx, tenantId, order.customer_id, references);
  if (customer.problem && isEditable('customer_id', order.status)) throw customer.problem;
  const body = {
    ...rest,
    ...(customer.customer_id !== undefined && { customer_id: customer.customer_id }),
    ...(rest.items && { items: await withOwnProducts(tx, tenantId, order.items, rest.items) }),
  };
  const fields = fieldsOf(order, body);
  const edits = repricingEdits(order, body, customer);
  requireEditable(order.status, [...edits, ...editsOf(order, body, differences(order, fields))]);
  const request = quoteRequest(order, { body, edits, fields, expectedTotal });
  const amounts =
    edits.length > 0 ? await recomputeOrder(tx, call, order, request) : amountsAfter(order, fields);
  const changes = differences(order, { ...fields, ...amounts });
  const total = toCents(changes.total ?? order.total);
  requireTotalInRange({ total, charges: toCents(changes.charges_total ?? order.charges_total) });
  requireExpectedTotal({ total }, expectedTotal);
  requireTermsAddUp({ total }, changes.payment_terms ?? order.payment_terms);
  if (Object.keys(changes).length === 0) return row;
  return writeChange(tx, { tenantId, order, changes, actor: caller.actor });
}
