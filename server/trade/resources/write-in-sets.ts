import { ApiProblem } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import type { FindRows } from '../../db/sql/row-set.ts';
import { type Batch, problemOf, type Result, soundObject, writeRow } from './batch-row.ts';
import { lockNames } from './lock-names.ts';
import { type CheckedBodies, checkAhead, planRow, type Row, unchangedRows } from './plan-row.ts';
import type { ChangeableName, ChangeBody, Resource, ResourceRow, SetWriterOf } from './resource.ts';
import { RowSetWriter } from './row-set-writer.ts';
import { findByExternalId, isRepeated, missingNames, textsOf } from './row-texts.ts';

type SetOf<Name extends ChangeableName> = NonNullable<Resource<Name>['set']>;

/**
 * Writes as many rows as possible together, with the results that they would have one by one. Locks what it changes first. A row that depends
 * on what an earlier row of the batch does is written by itself, after those before it.
 */
export async function writeInSets<Name extends ChangeableName>(
  batch: Batch<Name>,
  set: SetOf<Name>,
  items: readonly unknown[],
): Promise<Result[]> {
  const { tx, caller } = batch;
  const rows = items.map(soundOrRefused);
  const checked = await checkAhead(batch, rows);
  const bodies = [...checked.values()] as ChangeBody<Name>[];
  const writer = typeof set === 'function' ? await set(tx, caller.tenantId, bodies) : set;
  const existing = await lockExisting(batch, writer, { rows, checked });
  const planning = { batch, writer, checked, existing };
  const together = new RowSetWriter<Name>(batch, writer);
  const seen = new Set<unknown>();
  for (const [position, row] of rows.entries()) {
    const repeated = !(row instanceof ApiProblem) && isRepeated(seen, row.external_id);
    const planned = repeated ? 'alone' : await planRow(planning, row).catch(problemOf);
    if (planned instanceof ApiProblem) together.results[position] = planned;
    else if (planned !== 'alone') together.add({ position, item: items[position], ...planned });
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
 * Locks the rows that change, and then the names of what the batch may create. In this order everywhere, also in upsert.ts, and a row
 * that exists needs no name: most batches change rows, and lock no name at all. What stays as it is was read without a lock, so the batch
 * waits for nobody who changes it.
 */
async function lockExisting<Name extends ChangeableName>(
  batch: Batch<Name>,
  writer: SetWriterOf<Name>,
  { rows, checked }: { readonly rows: readonly Row[]; readonly checked: CheckedBodies<Name> },
): Promise<ReadonlyMap<string, ResourceRow<Name>>> {
  const { tx, caller, resource } = batch;
  const find = (rowsOf: FindRows, db: Querier, ids: readonly string[]) =>
    findByExternalId<ResourceRow<Name>>(rowsOf, db, caller, ids);
  await resource.lockFirst?.(tx, caller.tenantId);
  const ids = [...new Set(textsOf(rows, 'external_id'))];
  // With replicas, what commits tells a position from which on they show what the response does.
  const reads = tx.final?.cause?.onCommit ? tx : (tx.reads ?? tx);
  const found = await find(writer.findRows, reads, ids);
  const unchanged = unchangedRows({ writer, checked, existing: found }, rows);
  const changing = ids.filter((id) => found.has(id) && !unchanged.has(id));
  const existing = new Map([...unchanged, ...(await find(writer.lockRows, tx, changing))]);
  const missing = missingNames(rows, writer.uniqueFields, existing);
  await lockNames(batch, missing);
  // Others may have created some of them in the meantime.
  return new Map([...existing, ...(await find(writer.lockRows, tx, [...new Set(missing.externalIds)]))]);
}
