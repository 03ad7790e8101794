import { ApiProblem } from '../errors.ts';
import { type Batch, problemOf, type Result, soundObject, writeRow } from './batch-row.ts';
import { lockNames } from './lock-names.ts';
import { checkAhead, planRow, type Row } from './plan-row.ts';
import type { ChangeableName, ChangeBody, Resource, ResourceRow, SetWriterOf } from './resource.ts';
import { RowSetWriter } from './row-set-writer.ts';

/**
 * Writes as many rows as possible together, with the results that they would have one by one. A row that depends on what
 * an earlier row of the batch does is written by itself, after those before it.
 */
export async function writeInSets<Name extends ChangeableName>(
  batch: Batch<Name>,
  set: NonNullable<Resource<Name>['set']>,
  items: readonly unknown[],
): Promise<Result[]> {
  const rows = items.map(soundOrRefused);
  const checked = await checkAhead(batch, rows);
  const { tx, caller } = batch;
  const bodies = [...checked.values()] as ChangeBody<Name>[];
  const writer = typeof set === 'function' ? await set(tx, caller.tenantId, bodies) : set;
  const existing = await lockExisting(batch, writer, rows);
  const planning = { batch, writer, checked, existing };
  const together = new RowSetWriter<Name>(batch, writer);
  const seen = new Set<unknown>();
  for (const [position, row] of rows.entries()) {
    const repeated = !(row instanceof ApiProblem) && isRepeated(seen, row.external_id);
    const planned = repeated ? 'alone' : await planRow(planning, row).catch(problemOf);
    if (planned instanceof ApiProblem) together.results[position] = planned;
    else if (planned !== 'alone') together.add({ ...planned, position, item: items[position] });
    else {
      await together.flush();
      together.results[position] = await writeRow(batch, items[position]);
    }
  }
  await together.flush();
  return together.results;
}

function soundOrRefused(item: unknown): Row {
  try {
    return soundObject(item);
  } catch (error) {
    return problemOf(error);
  }
}

/**
 * Locks the rows with the external ids of the batch, and then the names of what it may create. In this order everywhere, also in
 * upsert.ts, and a row that exists needs no name: most batches change rows, and lock no name at all.
 */
async function lockExisting<Name extends ChangeableName>(
  batch: Batch<Name>,
  { lockRows, uniqueFields }: SetWriterOf<Name>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, ResourceRow<Name>>> {
  const { tx, caller, resource } = batch;
  const externalIds = [...new Set(textsOf(rows, 'external_id'))];
  const find = async (ids: readonly string[]): Promise<[string, ResourceRow<Name>][]> => {
    if (ids.length === 0) return [];
    const found = await lockRows<object>(tx, { tenant_id: caller.tenantId, external_ids: ids });
    return found.map((row) => [row.external_id, row as unknown as ResourceRow<Name>]);
  };
  await resource.lockFirst?.(tx, caller.tenantId);
  const existing = new Map(await find(externalIds));
  const missing = externalIds.filter((id) => !existing.has(id));
  await lockNames(batch, { externalIds: missing, values: valuesToTake(rows, uniqueFields, existing) });
  // Others may have created some of them in the meantime.
  return new Map([...existing, ...(await find(missing))]);
}

/** The values that rows don't have already. One that is stored in another form is locked for nothing. */
const valuesToTake = (
  rows: readonly Row[],
  fields: readonly string[],
  existing: ReadonlyMap<string, { readonly document: string }>,
) =>
  fields.flatMap((field) =>
    rows.flatMap((row) => {
      const value = textOf(row, field);
      const stored = existing.get(textOf(row, 'external_id') ?? '');
      return value === undefined || hasValue(stored, field, value) ? [] : [{ field, value }];
    }),
  );

const hasValue = (stored: { readonly document: string } | undefined, field: string, value: string): boolean =>
  stored !== undefined && (JSON.parse(stored.document) as Record<string, unknown>)[field] === value;

/** What rows have in a field that takes text. */
const textsOf = (rows: readonly Row[], field: string): string[] =>
  rows.flatMap((row) => textOf(row, field) ?? []);

function textOf(row: Row, field: string): string | undefined {
  const value = row instanceof ApiProblem ? undefined : (row as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : undefined;
}

function isRepeated(seen: Set<unknown>, externalId: unknown): boolean {
  return typeof externalId === 'string' && seen.size === seen.add(externalId).size;
}
