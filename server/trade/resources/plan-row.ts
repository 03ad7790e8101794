import { ApiProblem } from '../../base/problems/api-problem.ts';
import { type Batch, problemOf } from './batch-row.ts';
import type { ExistingRows } from './lock-existing.ts';
import { changeOfMatched, check } from './match-row.ts';
import type { WithOurIds } from './named-references.ts';
import {
  type ChangeableName,
  type ChangeBody,
  type CreateBody,
  createOperation,
  type PlannedRow,
  type RowWriterOf,
} from './resource.ts';
import { keyOf, type Row } from './row-texts.ts';

type Body<Name extends ChangeableName> = ChangeBody<Name> | CreateBody<Name>;
/** The valid bodies of rows, with defaults. */
export type CheckedBodies<Name extends ChangeableName> = ReadonlyMap<Row, Body<Name>>;

interface Planning<Name extends ChangeableName> {
  readonly batch: Batch<Name>;
  readonly writer: RowWriterOf<Name>;
  readonly checked: CheckedBodies<Name>;
  readonly withOurIds: WithOurIds;
  readonly existing: ExistingRows<Name>;
}

/**
 * Validates rows before the batch has its turn: while one writes, others of the tenant wait. Without a budget, so an invalid row
 * costs little. It's validated again in its place, because the budget for issues goes to the first rows.
 */
export async function checkAhead<Name extends ChangeableName>(
  batch: Batch<Name>,
  rows: readonly Row[],
): Promise<CheckedBodies<Name>> {
  const checked = new Map<Row, Body<Name>>();
  for (const row of rows) {
    if (row instanceof ApiProblem) continue;
    const body = await check(batch, batch.checkAhead, row).catch(problemOf);
    if (!(body instanceof ApiProblem)) checked.set(row, body);
  }
  return checked;
}

/** What is to be done for a row, or `alone`. Throws the problem that refuses it. */
export async function planRow<Name extends ChangeableName>(
  { batch, writer, checked, withOurIds, existing }: Planning<Name>,
  row: Row,
): Promise<PlannedRow<Name> | 'alone'> {
  if (row instanceof ApiProblem) throw row;
  const sent = checked.get(row) ?? (await check(batch, batch.checkRow, row));
  let body: Body<Name>;
  try {
    body = withOurIds(sent);
  } catch (error) {
    if (writer.reference?.isOwn) return 'alone';
    throw error;
  }
  const key = keyOf(batch.match, row);
  if (key === undefined) return planCreation(writer, body as CreateBody<Name>);
  const stored = existing.get(key);
  if (!stored) {
    const complete = batch.match ? body : { external_id: key, ...(body as object) };
    return planCreation(writer, await batch.checkRow(createOperation(batch.resource.name), complete));
  }
  const change = changeOfMatched(batch, stored, body as ChangeBody<Name>);
  const planned = { row: stored, changes: writer.changesOf(stored, change) };
  // The order of rows matters when one gives up a value that another one takes.
  const takesValue = writer.uniqueFields.some((field) => field in planned.changes);
  return takesValue || writer.dependent?.includes(planned) ? 'alone' : planned;
}

function planCreation<Name extends ChangeableName>(
  writer: RowWriterOf<Name>,
  create: CreateBody<Name>,
): PlannedRow<Name> | 'alone' {
  if (writer.dependent?.includes({ create })) return 'alone';
  return { create };
}
