import type { Caller } from '../../accounts/api-keys/caller.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import type { ExistingRow, FindRows } from '../../db/sql/write-rows.ts';
import type { Named } from './lock-names.ts';
import type { Match } from './resource.ts';

/** A row before its validation. */
export interface UncheckedRow {
  readonly external_id?: unknown;
}
export type Row = UncheckedRow | ApiProblem;
type Existing = ReadonlyMap<string, ExistingRow<unknown>>;

export async function findByKey<Found>(
  find: FindRows,
  db: Querier,
  { tenantId }: Pick<Caller, 'tenantId'>,
  keys: readonly string[],
): Promise<Map<string, ExistingRow<Found>>> {
  if (keys.length === 0) return new Map();
  const found = await find<Found>(db, { tenant_id: tenantId, keys });
  return new Map(found.map((row) => [row.key, row]));
}

/** Finds only the ids. */
export const idsByExternalId =
  (find: FindRows) =>
  async (
    db: Querier,
    tenantId: number,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> => {
    const found = await findByKey(find, db, { tenantId }, externalIds);
    return new Map([...found].map(([externalId, { id }]) => [externalId, id]));
  };

/** The external ids and the unique values that rows don't have yet. */
export const missingNames = (
  match: Match | undefined,
  rows: readonly Row[],
  uniqueFields: readonly string[],
  existing: Existing,
): Named => ({
  externalIds: valuesToTake(match, rows, 'external_id', existing),
  values: uniqueFields.flatMap((field) =>
    valuesToTake(match, rows, field, existing).map((value) => ({ field, value })),
  ),
});

/** The values that rows don't have already. One that is stored in another form is locked for nothing. */
const valuesToTake = (
  match: Match | undefined,
  rows: readonly Row[],
  field: string,
  existing: Existing,
): string[] =>
  rows.flatMap((row) => {
    const value = textOf(row, field);
    const stored = existing.get(keyOf(match, row) ?? '');
    const isTaken = value === undefined || (stored && hasValue(match, stored, field, value));
    return isTaken ? [] : [value];
  });

const hasValue = (
  match: Match | undefined,
  { document }: ExistingRow<unknown>,
  field: string,
  value: string,
): boolean =>
  field === (match?.field ?? 'external_id') ||
  (JSON.parse(document) as Record<string, unknown>)[field] === value;

/** By what a row finds the one that exists, if any. */
export function keyOf(match: Match | undefined, row: Row): string | undefined {
  const text = textOf(row, match?.field ?? 'external_id');
  if (text === undefined || !match) return text;
  return match.stored(text, row);
}

export const keysOf = (match: Match | undefined, rows: readonly Row[]): string[] =>
  rows.flatMap((row) => keyOf(match, row) ?? []);

function textOf(row: Row, field: string): string | undefined {
  const value = row instanceof ApiProblem ? undefined : (row as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : undefined;
}

/** Whether an earlier row has had the key. */
export function isRepeated(seen: Set<string>, key: string | undefined): boolean {
  return key !== undefined && seen.size === seen.add(key).size;
}
