import { ApiProblem } from '../../base/problems/api-problem.ts';
import { type Batch, problemOf, type UncheckedRow, withoutExternalId } from './batch-row.ts';
import type { WithOurIds } from './named-references.ts';
import {
  type ChangeableName,
  type ChangeBody,
  type CreateBody,
  createOperation,
  type PlannedRow,
  type ResourceRow,
  type RowWriterOf,
  upsertOperation,
} from './resource.ts';
import type { CheckBody } from './upsert.ts';

export type Row = UncheckedRow | ApiProblem;
type Body<Name extends ChangeableName> = ChangeBody<Name> | CreateBody<Name>;
/** The valid bodies of rows, with defaults. */
export type CheckedBodies<Name extends ChangeableName> = ReadonlyMap<Row, Body<Name>>;

interface Planning<Name extends ChangeableName> {
  readonly batch: Batch<Name>;
  readonly writer: RowWriterOf<Name>;
  readonly checked: CheckedBodies<Name>;
  readonly withOurIds: WithOurIds;
  /** By their external ids. */
  readonly existing: ReadonlyMap<string, ResourceRow<Name>>;
}

/** A row with an external id is first validated as a change; whether the row exists isn't known yet. */
export function check<Name extends ChangeableName>(
  name: Name,
  checkBody: CheckBody,
  row: UncheckedRow,
): Promise<Body<Name>> {
  if (typeof row.external_id === 'string') return checkBody(upsertOperation(name), withoutExternalId(row));
  return checkBody(createOperation(name), row);
}

/**
 * Validates rows before the batch has its turn: while one writes, others of the tenant wait. Without a budget, so an invalid row
 * costs little. It's validated again in its place, because the budget for issues goes to the first rows.
 */
export async function checkAhead<Name extends ChangeableName>(
  { resource, checkAhead: checkBody }: Batch<Name>,
  rows: readonly Row[],
): Promise<CheckedBodies<Name>> {
  const checked = new Map<Row, Body<Name>>();
  for (const row of rows) {
    if (row instanceof ApiProblem) continue;
    const body = await check(resource.name, checkBody, row).catch(problemOf);
    if (!(body instanceof ApiProblem)) checked.set(row, body);
  }
  return checked;
}

/** What is to be done for a row, or `alone`. Throws the problem that refuses it. */
export async function planRow<Name extends ChangeableName>(
  { batch: { resource, checkRow }, writer, checked, withOurIds, existing }: Planning<Name>,
  row: Row,
): Promise<PlannedRow<Name> | 'alone'> {
  if (row instanceof ApiProblem) throw row;
  const sent = checked.get(row) ?? (await check(resource.name, checkRow, row));
  const { external_id } = row;
  let body: Body<Name>;
  try {
    body = withOurIds(sent);
  } catch (error) {
    if (writer.reference?.isOwn) return 'alone';
    throw error;
  }
  if (typeof external_id !== 'string') return planCreation(writer, body as CreateBody<Name>);
  const stored = existing.get(external_id);
  if (!stored) {
    const complete = { external_id, ...(body as object) };
    return planCreation(writer, await checkRow(createOperation(resource.name), complete));
  }
  const planned = { row: stored, changes: writer.changesOf(stored, body as ChangeBody<Name>) };
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
