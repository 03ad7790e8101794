import type { Schemas } from '../../base/contract.ts';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { type Batch, problemOf, type Result } from './batch-row.ts';
import { BulkWrite } from './bulk-write.ts';
import { namesToLock } from './lock-names.ts';
import { readNamed } from './named-references.ts';
import { type CheckedBodies, planRow } from './plan-row.ts';
import type { ChangeableName, Match } from './resource.ts';
import { findByKey, isRepeated, keyOf, keysOf, missingNames, type Row } from './row-texts.ts';

export interface Asked<Name extends ChangeableName> {
  readonly items: readonly unknown[];
  readonly rows: readonly Row[];
  readonly checked: CheckedBodies<Name>;
}

/**
 * Writes the rows with one statement, if no row is refused or depends on another. Rows are read without locks and planned; the
 * statement then locks them and checks that they are as they were read. So no lock is held while Node works, nor over a round trip.
 * Undefined if the batch needs more than that. Nothing was written then.
 */
export async function writeGuarded<Name extends ChangeableName>(
  batch: Batch<Name>,
  { items, rows, checked }: Asked<Name>,
): Promise<Result[] | undefined> {
  const { tx, resource, caller, match } = batch;
  const { writer } = resource;
  const { reads } = tx;
  const isOrdered = resource.lockFirst !== undefined || typeof writer === 'function';
  if (!reads || isOrdered || checked.size < rows.length || hasRepeated(match, rows)) return undefined;
  const { findRows } = match ?? writer;
  const existing = await findByKey<Schemas[Name]>(findRows, reads, caller, keysOf(match, rows));
  // Within the budget for issues rows are validated where they are refused.
  const withOurIds = await readNamed(writer.reference, reads, caller.tenantId, [...checked.values()]);
  const planning = { batch: { ...batch, checkRow: batch.checkAhead }, writer, checked, withOurIds, existing };
  const together = new BulkWrite<Name>(batch, writer);
  for (const [position, row] of rows.entries()) {
    const planned = await planRow(planning, row).catch(problemOf);
    if (planned instanceof ApiProblem || planned === 'alone') return undefined;
    together.add({ position, item: items[position], ...planned });
  }
  const names = namesToLock(resource.table.name, missingNames(match, rows, writer.uniqueFields, existing));
  return (await together.writeGuarded(reads, names)) ? together.results : undefined;
}

function hasRepeated(match: Match | undefined, rows: readonly Row[]): boolean {
  const seen = new Set<string>();
  return rows.some((row) => isRepeated(seen, keyOf(match, row)));
}
