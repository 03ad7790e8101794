import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { ImportedOrder } from './imported-order.ts';
import { sentReferences } from './references.ts';
import { differences } from './rules/differences.ts';

type Order = Schemas['Order'];

/** Throws what differs between an order that is there and the one that is imported. */
export function requireEqual(imported: ImportedOrder, order: Order): void {
  const issues = differences(comparable(imported, order), order);
  if (issues.length === 0) return;
  const sent = sentReferences(imported.item);
  const errors = issues.map((issue): ValidationIssue => {
    const pointer = sent.get(issue.pointer) ?? issue.pointer;
    const ours = issue.pointer?.split('/').at(-1);
    return pointer === issue.pointer ? issue : { ...issue, pointer, detail: `${ours} ${issue.detail}` };
  });
  const detail = `Order ${order.id} has this external_id, and differs; see errors.`;
  throw new ApiProblem('order_differs', detail, { errors });
}

/** What an import says of an order. Who recorded it, and what follows from the rest, isn't compared; nor what a product is called by now. */
function comparable({ item, row, recorded, items }: ImportedOrder, order: Order): object {
  const { status, status_history, payments, refunds, returns, delivery_attempts } = recorded;
  const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  return {
    customer_id: row.customer_id,
    placed_at: row.placed_at,
    items: items.map((line, index) => comparableLine(item.items[index]!, line, order.items[index])),
    agreed_discount: Number(row.agreed_discount),
    shipping: json(row.shipping),
    charges: json(row.charges),
    coupon_code: row.coupon_code,
    channel: row.channel,
    salesperson: json(row.salesperson),
    fiscal_document: json(row.fiscal_document),
    payment_terms: json(row.payment_terms),
    notes: row.notes,
    metadata: { ...none(Object.keys(order.metadata)), ...item.metadata },
    status,
    status_history: status_history.map(withoutActor),
    ...{
      payments,
      refunds: refunds.map(withoutActor),
      returns: returns.map(withoutActor),
      delivery_attempts,
    },
  };
}

/** Members that have to be missing. */
const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

function comparableLine(
  sent: Schemas['OrderImportLine'],
  { product_id, name, quantity, unit_price, discount, order_discount }: Order['items'][number],
  stored: Order['items'][number] | undefined,
): object {
  // The SKU that the line shows means its product, whatever has it now.
  const isSame = sent.sku !== undefined && sent.sku === stored?.sku;
  return {
    ...(!isSame && { product_id }),
    ...(sent.name !== undefined && { name }),
    ...{ quantity, unit_price, discount },
    ...(stored?.order_discount !== undefined && { order_discount }),
  };
}

function withoutActor<Entry extends { readonly actor: string }>({ actor: _, ...entry }: Entry) {
  return entry;
}
