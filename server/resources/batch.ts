import type { Transaction } from '../db/querier.ts';
import { problemOfViolation } from '../db/violations.ts';
import { ApiProblem } from '../errors.ts';
import type { Caller } from '../handler.ts';
import type { Resource } from './resource.ts';
import { type CheckBody, type Upserted, upsert } from './upsert.ts';

export interface BatchRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly items: readonly unknown[];
}

/**
 * Does each row by itself, in their order: one that is refused is taken back to its savepoint and tells its problem. All
 * are in the caller's transaction, so that the answer can be kept with them under an Idempotency-Key. Answers JSON text.
 */
export async function runBatch<T>(
  tx: Transaction,
  resource: Resource<T>,
  { caller, requestId, items }: BatchRequest,
  checkBody: CheckBody,
): Promise<string> {
  const results: string[] = [];
  for (const [index, item] of items.entries()) {
    await tx.query('SAVEPOINT batch_row', []);
    const result = await doRow(tx, resource, caller, item, checkBody).catch(refusalOf);
    if (result instanceof ApiProblem) await tx.query('ROLLBACK TO SAVEPOINT batch_row', []);
    await tx.query('RELEASE SAVEPOINT batch_row', []);
    results.push(resultText(index, result, requestId));
  }
  return `{"results":[${results.join(',')}]}`;
}

async function doRow<T>(
  tx: Transaction,
  resource: Resource<T>,
  caller: Caller,
  item: unknown,
  checkBody: CheckBody,
): Promise<Upserted<T>> {
  const { external_id: externalId, ...body } = item as { external_id?: unknown };
  if (typeof externalId !== 'string') {
    const whole = await checkBody(resource.createOperation, item);
    await resource.lockFirst?.(tx, caller.tenantId);
    return { created: true, row: await resource.create(tx, caller, whole) };
  }
  const checked = await checkBody(resource.upsertOperation, body);
  return upsert(tx, resource, { caller, externalId, body: checked, ifMatch: undefined }, checkBody);
}

/** What is not a refusal of the row is a fault of ours, or a deadlock that the whole batch is repeated after. */
function refusalOf(error: unknown): ApiProblem {
  const problem = error instanceof ApiProblem ? error : problemOfViolation(error);
  if (!problem) throw error;
  return problem;
}

function resultText<T>(index: number, result: Upserted<T> | ApiProblem, requestId: string): string {
  if (result instanceof ApiProblem)
    return `{"index":${index},"status":${result.status},"data":null,"problem":${JSON.stringify(result.body(requestId))}}`;
  const { created, row } = result;
  return `{"index":${index},"status":${created ? 201 : 200},"data":${row.document},"problem":null}`;
}
