import { isBlank } from '../../base/formats/visible-text.ts';
import { ApiProblem, invalidRequest, problemAt } from '../../base/problems/api-problem.ts';
import { noteReadingIssues, readingIssues } from '../../base/problems/reading-issues.ts';
import type { ExistingRow } from '../../db/sql/write-rows.ts';
import {
  type ChangeableName,
  type ChangeBody,
  type CreateBody,
  createOperation,
  type Match,
  type Resource,
  upsertOperation,
} from './resource.ts';
import type { UncheckedRow } from './row-texts.ts';
import type { CheckBody } from './upsert.ts';

/** How the rows of a batch find those that exist: by external id, or by what the batch matches. */
export interface Matching<Name extends ChangeableName> {
  readonly resource: Pick<Resource<Name>, 'name' | 'noun'>;
  readonly match: Match | undefined;
}

/** A row that may exist is first validated as a change; whether it does isn't known yet. */
export async function check<Name extends ChangeableName>(
  { resource: { name }, match }: Matching<Name>,
  checkBody: CheckBody,
  row: UncheckedRow,
): Promise<ChangeBody<Name> | CreateBody<Name>> {
  if (match) return checkMatched(upsertOperation(name), match, checkBody, row);
  if (typeof row.external_id === 'string' && !isBlank(row.external_id))
    return checkBody(upsertOperation(name), withoutExternalId(row));
  return checkBody(createOperation(name), row);
}

/** A row without the field that is matched has this issue beside its others. */
async function checkMatched<Name extends ChangeableName>(
  operation: `upsert${Name}`,
  { field, stored }: Match,
  checkBody: CheckBody,
  row: UncheckedRow,
): Promise<ChangeBody<Name>> {
  const body = checkBody(operation, row);
  const key = (row as Readonly<Record<string, unknown>>)[field];
  if (key != null && !(typeof key === 'string' && (isBlank(key) || stored(key, row) === undefined)))
    return body;
  const pointer = `#/${field}`;
  const problem = await body.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem !== undefined && !(problem instanceof ApiProblem)) throw problem;
  const others = (problem?.options.errors ?? []).filter((issue) => issue.pointer !== pointer);
  throw invalidRequest([{ pointer, code: 'required', detail: 'is required to match the row' }, ...others]);
}

/** What an upsert takes. */
function withoutExternalId(row: UncheckedRow): object {
  const { external_id: _, ...body } = row;
  noteReadingIssues(body, readingIssues(row));
  return body;
}

/**
 * What changes in a row that was matched. It gets an external id if it has none. Another one in its place would hide the row from the
 * program that knows it by the first.
 */
export function changeOfMatched<Name extends ChangeableName>(
  { resource: { noun }, match }: Matching<Name>,
  stored: ExistingRow<unknown>,
  body: ChangeBody<Name>,
): ChangeBody<Name> {
  const { external_id, ...others } = body as { readonly external_id?: string | null };
  if (!match || external_id == null) return others as ChangeBody<Name>;
  if (stored.external_id === null || stored.external_id === external_id) return body;
  throw problemAt(
    'already_exists',
    '/external_id',
    `the ${noun} with this ${match.field} has another one`,
    `The ${noun} with this ${match.field} has another external_id.`,
    { existing_id: stored.id, existing_external_id: stored.external_id },
  );
}
