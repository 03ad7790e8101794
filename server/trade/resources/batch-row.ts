import type { Caller } from '../../accounts/api-keys/caller.ts';
import { ApiProblem, invalidRequest } from '../../base/problems/api-problem.ts';
import type { Transaction } from '../../db/querier.ts';
import { problemOfViolation } from '../../db/sql/violations.ts';
import type { RowResult } from './batch-result.ts';
import { lockExisting } from './lock-existing.ts';
import { changeOfMatched, check } from './match-row.ts';
import {
  type ChangeableName,
  type ChangeBody,
  type CreateBody,
  createOperation,
  type Match,
  type Resource,
} from './resource.ts';
import { keyOf, type UncheckedRow } from './row-texts.ts';
import { type CheckBody, type UpsertResult, upsert } from './upsert.ts';
import { changeRow, createRow, writerFor } from './write-row.ts';

export interface BatchRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly items: readonly unknown[];
  readonly matchBy?: string | undefined;
}

/** What every row of a batch is written with. */
export interface Batch<Name extends ChangeableName> {
  readonly tx: Transaction;
  readonly resource: Resource<Name>;
  readonly caller: Caller;
  /** By what its rows find those that exist; undefined for external ids. */
  readonly match: Match | undefined;
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
  batch: Batch<Name>,
  item: unknown,
): Promise<UpsertResult<Name>> {
  const { tx, resource, caller, match, checkRow } = batch;
  const row = objectOf(item);
  const body = await check(batch, checkRow, row);
  const { external_id: externalId } = row;
  if (match) return upsertMatched(batch, row, body as ChangeBody<Name>);
  if (typeof externalId !== 'string') {
    await resource.lockFirst?.(tx, caller.tenantId);
    return { created: true, row: await createRow(tx, resource, caller, body as CreateBody<Name>) };
  }
  const changes = body as ChangeBody<Name>;
  const request = { caller, externalId, body: changes, ifMatch: undefined, ifNoneMatch: undefined };
  return upsert(tx, resource, request, checkRow);
}

async function upsertMatched<Name extends ChangeableName>(
  batch: Batch<Name>,
  row: UncheckedRow,
  body: ChangeBody<Name>,
): Promise<UpsertResult<Name>> {
  const { tx, resource, caller, match, checkRow } = batch;
  const writer = await writerFor(resource, tx, caller, [body]);
  const stored = (await lockExisting(batch, writer, [row])).get(keyOf(match, row)!);
  if (stored) {
    const change = changeOfMatched(batch, stored, body);
    return { created: false, row: await changeRow(tx, resource, caller, { row: stored, body: change }) };
  }
  const complete = await checkRow(createOperation(resource.name), body);
  return { created: true, row: await createRow(tx, resource, caller, complete) };
}

export function objectOf(item: unknown): UncheckedRow {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
  throw invalidRequest([{ pointer: '#', code: 'type', detail: 'must be an object' }]);
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
