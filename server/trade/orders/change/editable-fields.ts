import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { OrderStatus } from '../rules/status.ts';

/** What a PATCH asks for, with its customer by id. `expected_total` only protects it. */
export type RequestedChanges = Omit<
  Schemas['OrderUpdate'],
  'expected_total' | 'customer_external_id' | 'customer_tax_id' | 'price_table_external_id'
>;
/** The fields of a PATCH that have the order computed anew. */
export type RepricingField = 'items' | 'coupon_code' | 'price_table_id' | 'customer_id';
/** The fields of a PATCH; the shipping's amount has a rule of its own, because the total depends on it. */
type EditableField = keyof RequestedChanges | 'shipping/amount';

/** A field that the PATCH changes, and its place in the body. */
export interface Edit {
  readonly field: EditableField;
  readonly place: string;
}

const WHILE_PENDING: readonly OrderStatus[] = ['Pending'];
const UNTIL_CANCELED: readonly OrderStatus[] = ['Pending', 'In_Transit', 'Delivered'];
const ALWAYS: readonly OrderStatus[] = [...UNTIL_CANCELED, 'Canceled'];

/** What was sold for how much is fixed once goods are on their way. */
const TOTALS: Readonly<
  Record<RepricingField | 'agreed_discount' | 'shipping/amount', readonly OrderStatus[]>
> = {
  customer_id: WHILE_PENDING,
  items: WHILE_PENDING,
  price_table_id: WHILE_PENDING,
  coupon_code: WHILE_PENDING,
  agreed_discount: WHILE_PENDING,
  'shipping/amount': WHILE_PENDING,
};
const EXCEPTIONS: Readonly<Partial<Record<EditableField, readonly OrderStatus[]>>> = {
  ...TOTALS,
  // The invoice and the carrier decide them, after the order has left.
  charges: ['Pending', 'In_Transit'],
  metadata: ALWAYS,
  // An order that is canceled may have been invoiced before, or have a document that cancels the invoice.
  fiscal_document: ALWAYS,
};

/** The statuses in which a field can change. */
const editableWhile = (field: EditableField): readonly OrderStatus[] => EXCEPTIONS[field] ?? UNTIL_CANCELED;

export const isEditable = (field: EditableField, status: OrderStatus): boolean =>
  editableWhile(field).includes(status);

/** `Pending, In_Transit or Delivered` */
const oneOf = (statuses: readonly OrderStatus[]): string =>
  [statuses.slice(0, -1).join(', '), statuses.at(-1)].filter(Boolean).join(' or ');

/** Throws the problem that points at every changed field that can't change in the order's status. */
export function requireEditable(status: OrderStatus, edits: readonly Edit[]): void {
  const fixed = edits.filter(({ field }) => !isEditable(field, status));
  if (fixed.length === 0) return;
  const errors = fixed.map(
    ({ field, place }): ValidationIssue => ({
      pointer: `#/${place}`,
      code: 'order_not_editable',
      detail: `can only change while the order is ${oneOf(editableWhile(field))}`,
    }),
  );
  const fields = fixed.length === 1 ? '1 of the fields' : `${fixed.length} of the fields`;
  throw new ApiProblem('order_not_editable', `The order is ${status}; ${fields} can't change any more.`, {
    errors,
  });
}
