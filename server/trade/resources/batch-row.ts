import type { Caller } from '../../accounts/api-keys/caller.ts';
import { ApiProblem, invalidRequest } from '../../base/problems/api-problem.ts';
import { noteReadingIssues, readingIssues } from '../../base/problems/reading-issues.ts';
import type { Transaction } from '../../db/querier.ts';
import { problemOfViolation } from '../../db/sql/violations.ts';
import type { RowResult } from './batch-result.ts';
import { type ChangeableName, createOperation, type Resource, upsertOperation } from './resource.ts';
import { type CheckBody, type UpsertResult, upsert } from './upsert.ts';
import { createRow } from './write-row.ts';

export interface BatchRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly items: readonly unknown[];
}

/** What every row of a batch is written with. */
export interface Batch<Name extends ChangeableName> {
  readonly tx: Transaction;
  readonly resource: Resource<Name>;
  readonly caller: Caller;
  readonly checkRow: CheckBody;
  /** Doesn't use the batch's budget, and stops at the first issue. */
  readonly checkAhead: CheckBody;
}

export type Result = RowResult | ApiProblem;

/** Writes a row by itself. A refused row is rolled back to its savepoint and becomes a problem. */
export async function writeBatchRow<Name extends ChangeableName>(
  batch: Batch<Name>,
  item: unknown,
): Promise<Result> {
  const { tx } = batch;
  await tx.query('SAVEPOINT batch_row', []);
  const result = await runRow(batch, item).then(toResult, problemOf);
  if (result instanceof ApiProblem) await tx.query('ROLLBACK TO SAVEPOINT batch_row', []);
  await tx.query('RELEASE SAVEPOINT batch_row', []);
  return result;
}

async function runRow<Name extends ChangeableName>(
  { tx, resource, caller, checkRow }: Batch<Name>,
  item: unknown,
): Promise<UpsertResult<Name>> {
  const row = objectOf(item);
  const { external_id: externalId } = row;
  if (typeof externalId !== 'string') {
    const complete = await checkRow(createOperation(resource.name), item);
    await resource.lockFirst?.(tx, caller.tenantId);
    return { created: true, row: await createRow(tx, resource, caller, complete) };
  }
  const changes = await checkRow(upsertOperation(resource.name), withoutExternalId(row));
  const request = { caller, externalId, body: changes, ifMatch: undefined, ifNoneMatch: undefined };
  return upsert(tx, resource, request, checkRow);
}

/** A row before its validation. */
export interface UncheckedRow {
  readonly external_id?: unknown;
}

export function objectOf(item: unknown): UncheckedRow {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
  throw invalidRequest([{ pointer: '#', code: 'type', detail: 'must be an object' }]);
}

/** What an upsert takes. */
export function withoutExternalId(row: UncheckedRow): object {
  const { external_id: _, ...body } = row;
  noteReadingIssues(body, readingIssues(row));
  return body;
}

const toResult = <Name extends ChangeableName>({ created, row }: UpsertResult<Name>): RowResult => ({
  status: created ? 201 : 200,
  document: row.document,
});

/** Any error that doesn't refuse the row is thrown: a bug of ours, or a deadlock, after which the whole batch is retried. */
export function problemOf(error: unknown): ApiProblem {
  const problem = error instanceof ApiProblem ? error : problemOfViolation(error);
  if (!problem) throw error;
  return problem;
}
