import type { Schemas } from '../../base/contract.ts';
import type { JsonText } from '../../base/json.ts';
import type { Transaction } from '../../db/querier.ts';
import { namingExisting } from '../../db/sql/existing-rows.ts';
import { batchResultText } from './batch-result.ts';
import type { Batch, BatchRequest } from './batch-row.ts';
import type { ChangeableName, Resource } from './resource.ts';
import type { CheckBody } from './upsert.ts';
import { startValidationBudget } from './validation-budget.ts';
import { writeRows } from './write-rows.ts';

/** Writes the rows in the caller's transaction, so that the response is stored with them under an Idempotency-Key. */
export async function runBatch<Name extends ChangeableName>(
  tx: Transaction,
  resource: Resource<Name>,
  { caller, requestId, items, matchBy }: BatchRequest,
  checkBody: CheckBody,
): Promise<JsonText<Schemas[`${Name}BatchResult`]>> {
  const budget = startValidationBudget();
  const checkRow: CheckBody = (operation, body) => checkBody(operation, body, budget);
  const checkAhead: CheckBody = (operation, body) => checkBody(operation, body, { costLeft: 0 });
  const match = matchBy === resource.match?.field ? resource.match : undefined;
  const batch: Batch<Name> = { tx, resource, caller, match, checkRow, checkAhead };
  const results = await namingExisting(tx, caller.tenantId, await writeRows(batch, items));
  return batchResultText(results, requestId) as JsonText<Schemas[`${Name}BatchResult`]>;
}
