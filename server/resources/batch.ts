import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import { problemOfViolation } from '../db/violations.ts';
import { ApiProblem, invalidRequest } from '../errors.ts';
import type { Caller, JsonText } from '../handler.ts';
import { requireSoundRow } from '../row-issues.ts';
import { startValidationBudget } from '../validation-budget.ts';
import { batchResultText, type RowResult } from './batch-result.ts';
import { type ChangeableName, createOperation, type Resource, upsertOperation } from './resource.ts';
import { type CheckBody, type UpsertResult, upsert } from './upsert.ts';

// One batch per resource at a time: two batches with the same rows in a different order would deadlock.
const lockBatches = statement(
  'lock batches',
  'SELECT pg_advisory_xact_lock(hashtextextended(:name, :tenant_id))',
);

export interface BatchRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly items: readonly unknown[];
}

/**
 * Writes the rows one by one, in order. A refused row is rolled back to its savepoint and reported as a problem. All rows
 * are written in the caller's transaction, so that the response is stored with them under an Idempotency-Key.
 */
export async function runBatch<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  { caller, requestId, items }: BatchRequest,
  checkBody: CheckBody,
): Promise<JsonText<Schemas[`${Name}BatchResult`]>> {
  await lockBatches(tx, { name: `batch ${resource.table.name}`, tenant_id: caller.tenantId });
  const budget = startValidationBudget();
  const checkRow: CheckBody = (operation, body) => checkBody(operation, body, budget);
  const results: (RowResult | ApiProblem)[] = [];
  for (const item of items) {
    await tx.query('SAVEPOINT batch_row', []);
    const result = await runRow(tx, resource, caller, item, checkRow).then(toResult, problemOf);
    if (result instanceof ApiProblem) await tx.query('ROLLBACK TO SAVEPOINT batch_row', []);
    await tx.query('RELEASE SAVEPOINT batch_row', []);
    results.push(result);
  }
  return batchResultText(results, requestId) as JsonText<Schemas[`${Name}BatchResult`]>;
}

async function runRow<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  caller: Caller,
  item: unknown,
  checkBody: CheckBody,
): Promise<UpsertResult<Name>> {
  requireSoundRow(item);
  const { external_id: externalId, ...body } = objectOf(item);
  if (typeof externalId !== 'string') {
    const complete = await checkBody(createOperation(resource.name), item);
    await resource.lockFirst?.(tx, caller.tenantId);
    return { created: true, row: await resource.create(tx, caller, complete) };
  }
  const changes = await checkBody(upsertOperation(resource.name), body);
  const request = { caller, externalId, body: changes, ifMatch: undefined, ifNoneMatch: undefined };
  return upsert(tx, resource, request, checkBody);
}

function objectOf(item: unknown): { readonly external_id?: unknown } {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
  throw invalidRequest([{ pointer: '#', code: 'type', detail: 'must be an object' }]);
}

const toResult = <Name extends ChangeableName>({ created, row }: UpsertResult<Name>): RowResult => ({
  status: created ? 201 : 200,
  document: row.document,
});

/** Any error that doesn't refuse the row is thrown: a bug of ours, or a deadlock, after which the whole batch is retried. */
function problemOf(error: unknown): ApiProblem {
  const problem = error instanceof ApiProblem ? error : problemOfViolation(error);
  if (!problem) throw error;
  return problem;
}
