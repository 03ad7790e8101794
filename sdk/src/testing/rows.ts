import { contract, exampleBody } from './contract.ts';
import type { FakeRequest, OperationId } from './fake-types.ts';
import { ApiProblem, type Issue, invalidRequest } from './service-rules.js';
import { textIssues } from './text-issues.ts';
import { operationOf, type ValidRequest, validateBody, validateRow } from './validate.ts';

type Row = Readonly<Record<string, unknown>>;

export interface RowResult {
  readonly status: number;
  readonly data: unknown;
}

/** The results of rows, each of which succeeds or fails on its own. */
export function rowResults(
  items: readonly unknown[],
  write: (item: Row, index: number) => RowResult,
): object {
  const results = items.map((item, index) => {
    try {
      return { index, ...write(objectOf(item), index), problem: null };
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const problem = error.body(crypto.randomUUID());
      return { index, status: problem.status, data: null, problem };
    }
  });
  return { results };
}

function objectOf(item: unknown): Row {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item as Row;
  throw invalidRequest([{ pointer: '#', code: 'type', detail: 'must be an object' }]);
}

/** The example of each row's result, or the problem with which the service refuses the row. Undefined if there are no rows. */
export function checkedRows({ operation }: FakeRequest, { body }: ValidRequest): never | undefined {
  if (!operationOf(operation).hasRows) return undefined;
  const { items, match_by } = body as { items: unknown[]; match_by?: string };
  const more = operation === 'importOrders' ? { shortages: [] } : {};
  return rowResults(items, (item) => {
    checkRow(operation, match_by, item, true);
    return { status: 201, data: exampleBody(contract.operations[operation].row!), ...more };
  }) as never;
}

/** By the operation that takes one such row. `asNew` if nothing is stored, so that nobody else finds what is wrong with a new one. */
export function checkRow(batch: OperationId, matchBy = 'external_id', item: Row, asNew = false): Row {
  if (batch === 'importOrders') return validateRow(batch, item);
  if (batch === 'batchStockAdjustments') return validateBody('createStockAdjustment', item);
  const name = batch.replace('batch', '').replace(/ies$/, 'y').replace(/s$/, '');
  const [create, upsert] = [`create${name}`, `upsert${name}`] as [OperationId, OperationId];
  if (matchBy !== 'external_id') return checkMatched(upsert, matchBy, item, asNew);
  const { external_id, ...rest } = item;
  if (typeof external_id !== 'string' || external_id.trim() === '') return validateBody(create, item);
  const body = withTextIssue(external_id, () => validateBody(upsert, rest, asNew));
  if (asNew) requirePossible(create, item);
  return { external_id, ...body };
}

/** Text that can't be stored is found before all else, which comes with it. */
function withTextIssue(externalId: string, check: () => Row): Row {
  const found = textIssues({ external_id: externalId }, { hasRows: false });
  if (found.length === 0) return check();
  throw invalidRequest([...found, ...issuesOf(check)]);
}

/** No row has an external id that none can get, so this one would be new. */
function requirePossible(create: OperationId, item: Row): void {
  const issues = issuesOf(() => validateBody(create, item));
  if (issues.some(({ pointer }) => pointer === '#/external_id')) throw invalidRequest(issues);
}

function issuesOf(check: () => Row): readonly Issue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return error.options.errors ?? [];
  }
}

/** A row without the field that is matched has this issue beside its others. */
function checkMatched(upsert: OperationId, field: string, item: Row, asNew: boolean): Row {
  const key = item[field];
  const isMissing = key == null || (typeof key === 'string' && key.trim() === '');
  const check = () => validateBody(upsert, item, asNew);
  if (!isMissing) return check();
  const pointer = `#/${field}`;
  const others = issuesOf(check).filter((issue) => issue.pointer !== pointer);
  throw invalidRequest([{ pointer, code: 'required', detail: 'is required to match the row' }, ...others]);
}
