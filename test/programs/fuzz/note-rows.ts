import type { ReceivedResponse } from '../../contract-check/check-response.ts';
import { ENTRY_KINDS, type EntryKind, type RowKind } from './body-value.ts';
import type { KnownRow, KnownRows } from './known-rows.ts';
import type { FuzzOperation } from './operations.ts';
import { kindOfTable } from './row-references.ts';

interface Entry {
  /** A delivery attempt's is its position. */
  readonly id?: number;
  readonly voided_at?: string | null;
}

interface Shown extends KnownRow, Partial<Record<EntryKind, readonly Entry[]>> {
  readonly deleted_at?: string | null;
}

/** The operations whose responses have rows without a version. */
const UNVERSIONED: Readonly<Record<string, RowKind>> = {
  listStockMovements: 'stock_movements',
  createCustomerErasure: 'customer_erasures',
};

/** Every URL parser removes such a segment, so no path names the row. */
const DOT_SEGMENT = /^\.\.?$/;

/** Remembers the rows in a successful response, for later requests. */
export function noteRows(
  operation: FuzzOperation,
  target: string,
  response: ReceivedResponse,
  rows: KnownRows,
): void {
  const kind = UNVERSIONED[operation.id] ?? kindOfTable(operation.table);
  if (kind === undefined || response.status >= 300) return;
  if (operation.method === 'DELETE') rows.forget(kind, idIn(target));
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return;
  const body: unknown = JSON.parse(response.body);
  for (const row of shownIn(body))
    if (isRow(row, kind)) noteRow(rows, kind, row, response.headers.get('ETag') ?? undefined);
}

const idIn = (target: string): number => Number(/\/(\d+)(?:\?|$)/.exec(target)?.[1]);

function shownIn(body: unknown): unknown[] {
  const { data, results } = body as { data?: unknown; results?: { data: unknown }[] };
  if (Array.isArray(data)) return data;
  return results ? results.map((result) => result.data) : [body];
}

/** Entries, movements and so on have their resource's path, but aren't its rows. */
function isRow(row: unknown, kind: RowKind): row is Shown {
  if (typeof row !== 'object' || row === null) return false;
  const { id, version } = row as Partial<Shown>;
  if (Object.values(UNVERSIONED).includes(kind)) return typeof id === 'number';
  return typeof id === 'number' && typeof version === 'number' && !(kind === 'orders' && !('items' in row));
}

/** Remembers a row, and what is recorded on it. */
export function noteRow(rows: KnownRows, kind: RowKind, row: Shown, etag?: string): void {
  const { id, sku, code, version } = row;
  const external_id = DOT_SEGMENT.test(row.external_id ?? '') ? null : row.external_id;
  if (row.deleted_at) rows.forget(kind, id);
  else rows.note(kind, { id, external_id, sku, code, version, etag });
  for (const entry of ENTRY_KINDS)
    for (const [i, { id: entryId = i + 1, voided_at }] of row[entry]?.entries() ?? [])
      if (voided_at) rows.forget(entry, entryId, id);
      else rows.note(entry, { id: entryId, order_id: id, external_id: null, version });
}
