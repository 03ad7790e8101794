import type { RowKind, RowReference } from './body-value.ts';
import type { JsonValue } from './json-value.ts';

export interface KnownRow {
  readonly id: number;
  readonly external_id: string | null;
  readonly sku?: string;
  readonly code?: string;
  readonly version: number;
  readonly etag?: string;
}

/** No sequence comes as far as this. */
const NOBODYS_ID = 2_000_000_000;
/** Of each kind the last ones are kept: they are the most likely to be there still. */
const MOST_KEPT = 60;

/** The rows that a tenant is known to have, from the responses to its requests. */
export class KnownRows {
  readonly #rows = new Map<RowKind, KnownRow[]>();

  note(kind: RowKind, row: KnownRow): void {
    const others = this.#of(kind).filter(({ id }) => id !== row.id);
    this.#rows.set(kind, [...others, row].slice(-MOST_KEPT));
  }

  forget(kind: RowKind, id: number): void {
    this.#rows.set(
      kind,
      this.#of(kind).filter((row) => row.id !== id),
    );
  }

  /** The row that a reference names at this moment. */
  find(reference: RowReference): KnownRow | undefined {
    const usable = this.#of(reference.kind).filter((row) => row[reference.field] != null);
    return usable[reference.pick % usable.length];
  }

  #of(kind: RowKind): readonly KnownRow[] {
    return this.#rows.get(kind) ?? [];
  }
}

/** What a reference stands for: a field of the tenant's own row, of another tenant's, or of no row. */
export function resolveReference(reference: RowReference, own: KnownRows, foreign: KnownRows): JsonValue {
  const rows = { own, 'another tenant': foreign, nobody: undefined }[reference.owner];
  const found = rows?.find(reference)?.[reference.field];
  return found ?? (reference.field === 'id' ? NOBODYS_ID : `nobody-${reference.pick}`);
}
