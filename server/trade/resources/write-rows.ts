import { ApiProblem } from '../../base/problems/api-problem.ts';
import { readingIssues } from '../../base/problems/reading-issues.ts';
import { type Batch, objectOf, problemOf, type Result, writeBatchRow } from './batch-row.ts';
import { BulkWrite } from './bulk-write.ts';
import { lockExisting } from './lock-existing.ts';
import { check } from './match-row.ts';
import { readNamed } from './named-references.ts';
import { checkAhead, planRow } from './plan-row.ts';
import type { ChangeableName, ChangeBody } from './resource.ts';
import { isRepeated, keyOf, type Row } from './row-texts.ts';
import { type Asked, writeGuarded } from './write-guarded.ts';
import { writerFor } from './write-row.ts';

/** Writes as many rows as possible together, with the results that they would have one by one. */
export async function writeRows<Name extends ChangeableName>(
  batch: Batch<Name>,
  items: readonly unknown[],
): Promise<Result[]> {
  const rows: Row[] = [];
  for (const item of items) rows.push(await soundOrRefused(batch, item).catch(problemOf));
  const asked = { items, rows, checked: await checkAhead(batch, rows) };
  return (await writeGuarded(batch, asked)) ?? writeLocked(batch, asked);
}

/**
 * Locks everything first. A row that depends on what an earlier row of the batch does is written by itself, after those before it.
 */
async function writeLocked<Name extends ChangeableName>(
  batch: Batch<Name>,
  { items, rows, checked }: Asked<Name>,
): Promise<Result[]> {
  const { tx, caller, resource } = batch;
  const bodies = [...checked.values()] as ChangeBody<Name>[];
  const writer = await writerFor(resource, tx, caller, bodies);
  const existing = await lockExisting(batch, writer, rows);
  const withOurIds = await readNamed(writer.reference, tx, caller.tenantId, bodies);
  const planning = { batch, writer, checked, withOurIds, existing };
  const together = new BulkWrite<Name>(batch, writer);
  const seen = new Set<string>();
  for (const [position, row] of rows.entries()) {
    const planned = isRepeated(seen, keyOf(batch.match, row))
      ? 'alone'
      : await planRow(planning, row).catch(problemOf);
    if (planned instanceof ApiProblem) together.results[position] = planned;
    else if (planned !== 'alone') together.add({ position, item: items[position], ...planned });
    else {
      await together.flush();
      together.results[position] = await writeBatchRow(batch, items[position]);
    }
  }
  await together.flush();
  return together.results;
}

/** A row that can't be kept as it was sent is refused before anything looks at its external id. */
async function soundOrRefused<Name extends ChangeableName>(batch: Batch<Name>, item: unknown): Promise<Row> {
  const row = objectOf(item);
  if (readingIssues(row).length > 0) await check(batch, batch.checkRow, row);
  return row;
}
