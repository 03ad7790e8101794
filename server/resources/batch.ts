import type { Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { statement } from '../db/statement.ts';
import { problemOfViolation } from '../db/violations.ts';
import { ApiProblem, invalidRequest } from '../errors.ts';
import type { Caller, JsonText } from '../handler.ts';
import { MAX_PROBLEM_BYTES } from '../problem-size.ts';
import { startValidationBudget } from '../validation-budget.ts';
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
  const results: (UpsertResult<Name> | ApiProblem)[] = [];
  for (const item of items) {
    await tx.query('SAVEPOINT batch_row', []);
    const result = await runRow(tx, resource, caller, item, checkRow).catch(problemOf);
    if (result instanceof ApiProblem) await tx.query('ROLLBACK TO SAVEPOINT batch_row', []);
    await tx.query('RELEASE SAVEPOINT batch_row', []);
    results.push(result);
  }
  return resultsText(results, requestId) as JsonText<Schemas[`${Name}BatchResult`]>;
}

async function runRow<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  caller: Caller,
  item: unknown,
  checkBody: CheckBody,
): Promise<UpsertResult<Name>> {
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

/** Any error that doesn't refuse the row is thrown: a bug of ours, or a deadlock, after which the whole batch is retried. */
function problemOf(error: unknown): ApiProblem {
  const problem = error instanceof ApiProblem ? error : problemOfViolation(error);
  if (!problem) throw error;
  return problem;
}

/** All problems together get the bytes of one problem: each refused row gets an equal share of what is left. */
function resultsText<Name extends ChangeableName>(
  results: readonly (UpsertResult<Name> | ApiProblem)[],
  requestId: string,
): string {
  let bytesLeft = MAX_PROBLEM_BYTES;
  let refusedLeft = results.filter((result) => result instanceof ApiProblem).length;
  const texts = results.map((result, index) => {
    if (!(result instanceof ApiProblem)) return successText(index, result);
    const problem = JSON.stringify(result.body(requestId, Math.floor(bytesLeft / refusedLeft)));
    bytesLeft -= Buffer.byteLength(problem);
    refusedLeft -= 1;
    return `{"index":${index},"status":${result.status},"data":null,"problem":${problem}}`;
  });
  return `{"results":[${texts.join(',')}]}`;
}

const successText = <Name extends ChangeableName>(
  index: number,
  { created, row }: UpsertResult<Name>,
): string => `{"index":${index},"status":${created ? 201 : 200},"data":${row.document},"problem":null}`;
