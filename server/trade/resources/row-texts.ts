import type { Caller } from '../../accounts/api-keys/caller.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import type { FindRows } from '../../db/sql/write-rows.ts';
import type { Named } from './lock-names.ts';
import type { Row } from './plan-row.ts';

interface Stored {
  readonly document: string;
}

export async function findByExternalId<Found extends Stored>(
  find: FindRows,
  db: Querier,
  { tenantId }: Pick<Caller, 'tenantId'>,
  externalIds: readonly string[],
): Promise<Map<string, Found>> {
  if (externalIds.length === 0) return new Map();
  const found = await find<object>(db, { tenant_id: tenantId, external_ids: externalIds });
  return new Map(found.map((row) => [row.external_id, row as unknown as Found]));
}

/** Finds only the ids. */
export const idsByExternalId =
  (find: FindRows) =>
  async (
    db: Querier,
    tenantId: number,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> => {
    const found = await findByExternalId<Stored & { readonly id: number }>(
      find,
      db,
      { tenantId },
      externalIds,
    );
    return new Map([...found].map(([externalId, { id }]) => [externalId, id]));
  };

/** The names of the rows that don't exist, and of the values that rows don't have yet. */
export const missingNames = (
  rows: readonly Row[],
  uniqueFields: readonly string[],
  existing: ReadonlyMap<string, Stored>,
): Named => ({
  externalIds: textsOf(rows, 'external_id').filter((id) => !existing.has(id)),
  values: valuesToTake(rows, uniqueFields, existing),
});

/** The values that rows don't have already. One that is stored in another form is locked for nothing. */
const valuesToTake = (
  rows: readonly Row[],
  fields: readonly string[],
  existing: ReadonlyMap<string, Stored>,
): Named['values'] =>
  fields.flatMap((field) =>
    rows.flatMap((row) => {
      const value = textOf(row, field);
      const stored = existing.get(textOf(row, 'external_id') ?? '');
      return value === undefined || hasValue(stored, field, value) ? [] : [{ field, value }];
    }),
  );

const hasValue = (stored: Stored | undefined, field: string, value: string): boolean =>
  stored !== undefined && (JSON.parse(stored.document) as Record<string, unknown>)[field] === value;

/** What rows have in a field that takes text. */
export const textsOf = (rows: readonly Row[], field: string): string[] =>
  rows.flatMap((row) => textOf(row, field) ?? []);

function textOf(row: Row, field: string): string | undefined {
  const value = row instanceof ApiProblem ? undefined : (row as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : undefined;
}

/** Whether an earlier row has had the external id. */
export function isRepeated(seen: Set<unknown>, externalId: unknown): boolean {
  return typeof externalId === 'string' && seen.size === seen.add(externalId).size;
}
