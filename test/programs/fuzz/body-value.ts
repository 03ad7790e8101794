// The values of a generated body: JSON, and three kinds of leaves that become text when the request is sent.
import type { JsonValue } from './json-value.ts';

export type RowKind =
  | 'products'
  | 'categories'
  | 'customers'
  | 'price_tables'
  | 'promotions'
  | 'coupons'
  | 'orders'
  | EntryKind
  | 'stock_movements'
  | 'customer_erasures';

/** What is recorded on an order; its id counts within the order. */
export const ENTRY_KINDS = ['payments', 'refunds', 'returns', 'delivery_attempts'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The owner of the row that a reference names. */
export type RowOwner = 'own' | 'another tenant' | 'nobody';

/** A field of a row that exists when the request is sent. It is picked by index from the rows known then. */
export class RowReference {
  readonly kind: RowKind;
  readonly field: 'id' | 'sku' | 'external_id' | 'code' | 'order_id';
  readonly pick: number;
  readonly owner: RowOwner;

  constructor(kind: RowKind, field: RowReference['field'], pick: number, owner: RowOwner = 'own') {
    this.kind = kind;
    this.field = field;
    this.pick = pick;
    this.owner = owner;
  }

  /** Whether its value is a number. */
  get isId(): boolean {
    return this.field === 'id' || this.field === 'order_id';
  }

  of(owner: RowOwner): RowReference {
    return new RowReference(this.kind, this.field, this.pick, owner);
  }
}

/** JSON text that JSON.stringify cannot write, such as 1e400. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type BodyValue =
  | null
  | boolean
  | number
  | string
  | RowReference
  | JsonText
  | readonly BodyValue[]
  | { readonly [name: string]: BodyValue };

export type BodyObject = { readonly [name: string]: BodyValue };

export function isBodyObject(value: BodyValue | undefined): value is BodyObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RowReference) &&
    !(value instanceof JsonText)
  );
}

type Lookup = (reference: RowReference) => JsonValue;

/** The JSON text of a body, each reference replaced by what `lookup` finds. */
export function bodyText(value: BodyValue, lookup: Lookup): string {
  if (value instanceof JsonText) return value.text;
  if (value instanceof RowReference) return JSON.stringify(lookup(value));
  if (Array.isArray(value)) return `[${value.map((each: BodyValue) => bodyText(each, lookup)).join(',')}]`;
  if (!isBodyObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${bodyText(each, lookup)}`,
  );
  return `{${members.join(',')}}`;
}

/** A copy in which `change` has replaced each leaf. */
export function mapLeaves(value: BodyValue, change: (leaf: BodyValue) => BodyValue): BodyValue {
  if (Array.isArray(value)) return value.map((each: BodyValue) => mapLeaves(each, change));
  if (!isBodyObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapLeaves(each, change)]));
}
