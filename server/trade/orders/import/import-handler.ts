import type { NoFields, Schemas } from '../../../base/contract.ts';
import type { JsonText } from '../../../base/json.ts';
import { ApiProblem } from '../../../base/problems/api-problem.ts';
import { batchResultText } from '../../resources/batch-result.ts';
import type { Handler } from '../../resources/handler.ts';
import { startValidationBudget, type ValidationBudget } from '../../resources/validation-budget.ts';
import { importOrders as importRows } from './import-orders.ts';
import type { Item } from './rules/history.ts';

/** Validates a row of an operation against the schema that it's meant to have. */
export type CheckRow = (operation: 'importOrders', row: unknown, budget: ValidationBudget) => Promise<Item>;

export const importOrders =
  (checkRow: CheckRow): Handler<'importOrders'> =>
  async ({ caller, requestId, body }, reply, tx) => {
    const { items, stock, events, ...unread } = body;
    unread satisfies NoFields;
    const checked = await checkRows(items, checkRow);
    const results = await importRows(tx, { caller, stock, events }, checked);
    const ofEach = checked.map((row) => (row instanceof ApiProblem ? row : results.get(row)!));
    const text = batchResultText(ofEach, requestId, (row) => `"shortages":${row?.shortages ?? '[]'},`);
    return reply(200, text as JsonText<Schemas['OrderImportResult']>);
  };

async function checkRows(items: readonly unknown[], checkRow: CheckRow): Promise<(Item | ApiProblem)[]> {
  const budget = startValidationBudget();
  const checked: (Item | ApiProblem)[] = [];
  for (const item of items)
    checked.push(
      await checkRow('importOrders', item, budget).catch((error: unknown) => {
        if (error instanceof ApiProblem) return error;
        throw error;
      }),
    );
  return checked;
}
