import type { Schemas } from '../../../base/contract.ts';
import { centsNumber, toCents } from '../../../base/money.ts';
import { ApiProblem, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import { asStoredList, isSameText } from '../../resources/same-value.ts';
import { toFiscalDocument } from '../rules/fiscal-document.ts';
import { toShipping } from '../rules/order-details.ts';
import type { ImportedOrder, Recorded as RecordedFields } from './imported-order.ts';
import type { References } from './references.ts';
import { differences, differs, recordedAs, withoutEmpty } from './rules/differences.ts';
import type { Item } from './rules/history.ts';

type Order = Schemas['Order'];
type Line = Order['items'][number];
type Recorded = Pick<
  RecordedFields,
  'status_history' | 'payments' | 'refunds' | 'returns' | 'delivery_attempts'
>;

/** Throws what differs between an order that is there, perhaps by another row of the request, and the one that is imported. */
export function requireEqual(
  imported: ImportedOrder,
  order: Order,
  references: References,
  row?: number,
): void {
  const sent = sentMembers(imported);
  const { said, stored } = withEntries(comparable(imported, order), order, sent);
  const issues = differences(said, stored, sent);
  if (issues.length === 0) return;
  const names = references.named(imported.item, order);
  const errors = issues.map((issue): ValidationIssue => {
    const named = names.get(issue.pointer);
    if (!named) return issue;
    const { pointer, value } = named;
    const ours = issue.pointer!.split('/').at(-1);
    return {
      ...issue,
      pointer,
      detail: value == null ? `${ours} ${issue.detail}` : differs(pointer, value).detail,
    };
  });
  const who = row === undefined ? `Order ${order.id}` : `Row ${row} of the request, now order ${order.id},`;
  const detail = `${who} has this external_id, and differs; see errors.`;
  const members = { existing_id: order.id, existing_external_id: order.external_id };
  throw new ApiProblem('order_differs', detail, { errors, members });
}

/** What an import says of an order, in the order's form. Who recorded it isn't compared. */
function comparable({ item, row, recorded, items }: ImportedOrder, order: Order) {
  const { status, status_history, payments, refunds, returns, delivery_attempts } = recorded;
  const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  return {
    customer_id: row.customer_id,
    placed_at: row.placed_at,
    items: items.map(withOwnDiscount),
    agreed_discount: Number(row.agreed_discount),
    shipping: toShipping((json(row.shipping) as Order['shipping']) ?? {}),
    charges: asStoredList(json(row.charges) as Order['charges'], order.charges),
    coupon_code: isSameText(row.coupon_code, order.coupon_code) ? order.coupon_code : row.coupon_code,
    channel: row.channel,
    salesperson: json(row.salesperson),
    fiscal_document: json(row.fiscal_document),
    payment_terms: asStoredList(json(row.payment_terms) as Order['payment_terms'], order.payment_terms),
    notes: row.notes,
    metadata: item.metadata,
    // An order that was in this status has gone on since.
    status: order.status_history.some((step) => step.status === status) ? order.status : status,
    ...{ status_history, payments, refunds, returns, delivery_attempts },
  };
}

/** An import's discount of a line is without the line's share of the order's. */
function withOwnDiscount({ order_discount = 0, ...line }: Line): Line {
  return { ...line, order_discount, discount: centsNumber(toCents(line.discount) - toCents(order_discount)) };
}

/** The order as an import would say it, with one form for the numbers of an NF-e, older orders too. */
const asImported = (order: Order): Order => ({
  ...order,
  shipping: order.shipping ?? toShipping({}),
  fiscal_document: toFiscalDocument(order.fiscal_document),
  items: order.items.map(withOwnDiscount),
});

type Sent = Readonly<Partial<Record<Entries, readonly unknown[]>>>;
type Entries = keyof ReturnType<typeof entriesOf>;
const entriesOf = ({ status_history, payments, refunds, returns, delivery_attempts }: Recorded) => ({
  ...{ status_history, refunds, returns, delivery_attempts },
  // An import has no voided payments.
  payments: payments.filter(({ voided_at }) => voided_at === null),
});

/**
 * What was recorded on the order beside what the import has of it. A refund of the import names its payment by the place in the row, and a
 * return its refund: the order's own numbers of those are compared.
 */
function withEntries<Said extends Recorded>(said: Said, order: Order, sent: Sent) {
  const stored = entriesOf(order);
  const payments = recordedAs(said.payments, stored.payments, sent.payments);
  const refundsOf = said.refunds.map((refund) => ({
    ...refund,
    payment_id: payments[(refund.payment_id ?? 0) - 1]?.id ?? refund.payment_id,
  }));
  const refunds = recordedAs(refundsOf, stored.refunds, sent.refunds);
  const returnsOf = said.returns.map((each) => ({
    ...each,
    refund_id: refunds[(each.refund_id ?? 0) - 1]?.id ?? each.refund_id,
  }));
  const entries = {
    ...{ payments, refunds, returns: recordedAs(returnsOf, stored.returns, sent.returns) },
    status_history: recordedAs(said.status_history, stored.status_history, sent.status_history),
    delivery_attempts: recordedAs(said.delivery_attempts, stored.delivery_attempts, sent.delivery_attempts),
  };
  return {
    said: { ...said, refunds: refundsOf, returns: returnsOf },
    stored: { ...asImported(order), ...entries },
  };
}

/**
 * What the import says: what it leaves empty says nothing, whatever the field. Only an amount is 0 then: what a total is made of is always
 * compared.
 */
function sentMembers({ item }: ImportedOrder) {
  const { shipping, ...said } = withoutEmpty(item) as Item;
  const hasShares = item.items.some(({ order_discount }) => order_discount !== undefined);
  const shares = hasShares ? { order_discount: 0 } : {};
  return {
    ...{ customer_id: 0, ...(!hasShares && { agreed_discount: 0 }), charges: 0 },
    ...said,
    shipping: { amount: 0, ...shipping },
    items: said.items.map(({ sku: _, ...line }) => ({ product_id: 0, discount: 0, ...shares, ...line })),
  };
}
