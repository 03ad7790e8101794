import type { RowKind, RowReference } from './body-value.ts';
import type { JsonValue } from './json-value.ts';

export interface KnownRow {
  readonly id: number;
  readonly external_id: string | null;
  readonly sku?: string;
  readonly code?: string;
  /** Of what is recorded on an order, whose id counts within the order. */
  readonly order_id?: number;
  readonly version: number;
  readonly etag?: string;
}

/** Higher than any sequence gets. */
const NOBODYS_ID = 2_000_000_000;
/** Only the newest rows of each kind are kept: they are the least likely to be deleted. */
const MOST_KEPT = 60;

/** The tenant's rows, as far as the responses to its requests showed them. */
export class KnownRows {
  readonly #rows = new Map<RowKind, KnownRow[]>();

  note(kind: RowKind, row: KnownRow): void {
    const others = this.#of(kind).filter(({ id, order_id }) => id !== row.id || order_id !== row.order_id);
    this.#rows.set(kind, [...others, row].slice(-MOST_KEPT));
  }

  forget(kind: RowKind, id: number, orderId?: number): void {
    this.#rows.set(
      kind,
      this.#of(kind).filter((row) => row.id !== id || row.order_id !== orderId),
    );
  }

  /** The row that a reference currently names. */
  find(reference: RowReference): KnownRow | undefined {
    const usable = this.#of(reference.kind).filter((row) => row[reference.field] != null);
    return usable[reference.pick % usable.length];
  }

  #of(kind: RowKind): readonly KnownRow[] {
    return this.#rows.get(kind) ?? [];
  }
}

/** The value of a reference: a field of the tenant's own row, of another tenant's, or of no row. */
export function resolveReference(reference: RowReference, own: KnownRows, foreign: KnownRows): JsonValue {
  const rows = { own, 'another tenant': foreign, nobody: undefined }[reference.owner];
  const found = rows?.find(reference)?.[reference.field];
  return found ?? (reference.isId ? NOBODYS_ID : `nobody-${reference.pick}`);
}
