import { ApiProblem } from '../errors.ts';
import { type Batch, problemOf, type Result, soundObject, writeRow } from './batch-row.ts';
import { lockNames } from './lock-names.ts';
import { checkAhead, planRow, type Row } from './plan-row.ts';
import type { ChangeableName, Resource, ResourceRow } from './resource.ts';
import { RowSetWriter } from './row-set-writer.ts';

type Writer<Name extends ChangeableName> = NonNullable<Resource<Name>['set']>;

/**
 * Writes as many rows as possible together, with the results that they would have one by one. A row that depends on what
 * an earlier row of the batch does is written by itself, after those before it.
 */
export async function writeInSets<Name extends ChangeableName>(
  batch: Batch<Name>,
  writer: Writer<Name>,
  items: readonly unknown[],
): Promise<Result[]> {
  const rows = items.map(soundOrRefused);
  const checked = await checkAhead(batch, rows);
  const existing = await lockExisting(batch, writer, rows);
  const planning = { batch, writer, checked, existing };
  const set = new RowSetWriter<Name>(batch, writer);
  const seen = new Set<unknown>();
  for (const [position, row] of rows.entries()) {
    const repeated = !(row instanceof ApiProblem) && isRepeated(seen, row.external_id);
    const planned = repeated ? 'alone' : await planRow(planning, row).catch(problemOf);
    if (planned instanceof ApiProblem) set.results[position] = planned;
    else if (planned !== 'alone') set.add({ ...planned, position, item: items[position] });
    else {
      await set.flush();
      set.results[position] = await writeRow(batch, items[position]);
    }
  }
  await set.flush();
  return set.results;
}

function soundOrRefused(item: unknown): Row {
  try {
    return soundObject(item);
  } catch (error) {
    return problemOf(error);
  }
}

/** The rows with the external ids of the batch, locked together with the names of those that it may create. */
async function lockExisting<Name extends ChangeableName>(
  batch: Batch<Name>,
  { lockRows }: Writer<Name>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, ResourceRow<Name>>> {
  const sent = rows.map((row) => (row instanceof ApiProblem ? undefined : row.external_id));
  const external_ids = [...new Set(sent)].filter((id) => typeof id === 'string');
  await lockNames(batch, external_ids);
  if (external_ids.length === 0) return new Map();
  const found = await lockRows<object>(batch.tx, { tenant_id: batch.caller.tenantId, external_ids });
  return new Map(found.map((row) => [row.external_id, row as unknown as ResourceRow<Name>]));
}

function isRepeated(seen: Set<unknown>, externalId: unknown): boolean {
  return typeof externalId === 'string' && seen.size === seen.add(externalId).size;
}
