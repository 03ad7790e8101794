import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../../base/contract.ts';
import type { JsonText } from '../../../base/json.ts';
import { ApiProblem, invalidReferences, invalidRequest } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { batchResultText, type RowResult } from '../../resources/batch-result.ts';
import type { BatchRequest } from '../../resources/batch-row.ts';
import type { CheckBody } from '../../resources/upsert.ts';
import { startValidationBudget } from '../../resources/validation-budget.ts';
import { findReferencedProducts } from '../products/find-referenced.ts';
import { type NamedProduct, referenceField, referenceIssue } from '../rules/reference.ts';
import { type AdjustedBalance, adjustBalances } from './adjust-balances.ts';
import { adjustmentRefusal } from './refusal.ts';

type Row = Schemas['StockAdjustmentItem'];
type Checked = Row | ApiProblem;

/** Adjusts the balances of all rows in one statement. A row that can't be adjusted gets its problem. */
export async function runAdjustmentBatch(
  tx: Transaction,
  { caller, requestId, items }: BatchRequest,
  checkBody: CheckBody,
): Promise<JsonText<Schemas['StockAdjustmentBatchResult']>> {
  const checked = await checkRows(items, checkBody);
  const results = await adjustRows(tx, caller, checked.filter(isValid));
  const ofEach = checked.map((row) => (isValid(row) ? results.get(row)! : row));
  return batchResultText(ofEach, requestId) as JsonText<Schemas['StockAdjustmentBatchResult']>;
}

const isValid = (row: Checked): row is Row => !(row instanceof ApiProblem);

async function adjustRows(
  tx: Transaction,
  caller: Caller,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, RowResult | ApiProblem>> {
  const products = await findReferencedProducts(tx, caller.tenantId, rows);
  const repeated = idsNamedTwice(products);
  const adjustments = rows.flatMap((row, index) => {
    const product = products[index];
    return product && !repeated.has(product.id) ? [{ row, product }] : [];
  });
  const adjusted = await adjustBalances(tx, caller.tenantId, caller.actor, adjustments);
  return new Map(
    rows.map((row, index) => {
      const id = products[index]?.id ?? 0;
      return [row, repeated.has(id) ? namedTwice(row) : resultOf(row, adjusted.get(id))];
    }),
  );
}

function resultOf(row: Row, adjusted: AdjustedBalance | undefined): RowResult | ApiProblem {
  if (!adjusted) return invalidReferences([referenceIssue('#', row)]);
  const { productId, onHand, balance, changed } = adjusted;
  if (balance === null) return adjustmentRefusal(productId, row, Number(onHand));
  return { status: changed ? 201 : 200, document: balance };
}

async function checkRows(items: readonly unknown[], checkBody: CheckBody): Promise<Checked[]> {
  const budget = startValidationBudget();
  const checked: Checked[] = [];
  for (const item of items)
    checked.push(await checkRow(item, (operation, body) => checkBody(operation, body, budget)));
  return checked;
}

async function checkRow(item: unknown, checkBody: CheckBody): Promise<Checked> {
  try {
    return await checkBody('createStockAdjustment', item);
  } catch (error) {
    if (error instanceof ApiProblem) return error;
    throw error;
  }
}

function idsNamedTwice(products: readonly (NamedProduct | undefined)[]): Set<number> {
  const ids = products.flatMap((product) => product?.id ?? []);
  const seen = new Set<number>();
  return new Set(ids.filter((id) => seen.size === seen.add(id).size));
}

const namedTwice = (row: Row): ApiProblem =>
  invalidRequest([
    { pointer: `#/${referenceField(row)}`, code: 'repeated', detail: 'several rows name this product' },
  ]);
