import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem, requireNoIssues, type ValidationIssue } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { changesTo } from '../../../db/sql/resource-table.ts';
import type { Resource } from '../../resources/resource.ts';
import { periodIssues } from '../rules/validity.ts';
import {
  findOverlap,
  findPriceTable,
  isPriceTableInUse,
  priceTableRows,
  priceTables,
  removePriceTable,
  type StoredPriceTable,
} from './store.ts';

type Table = Schemas['PriceTable'];

export const priceTableResource: Resource<'PriceTable'> = {
  name: 'PriceTable',
  noun: 'price table',
  table: priceTables,
  find: findPriceTable,
  remove: async (tx, { tenantId }, { id }) => {
    if (await isPriceTableInUse(tx, tenantId, id))
      throw new ApiProblem('in_use', 'Customers use this price table. Give them another one first.', {
        members: { in_use_by: ['customers'] },
      });
    await removePriceTable(tx, tenantId, id);
  },
  writer: {
    ...priceTableRows,
    uniqueFields: ['code'],
    dependent: {
      includes: (planned) =>
        'create' in planned
          ? planned.create.is_default === true
          : { ...(JSON.parse(planned.row.document) as Table), ...planned.changes }.is_default,
      verify: refuseOverlap,
    },
    columnsOf: (body, { currency }) => ({ ...body, currency }),
    changesOf,
  },
};

function changesOf({ document }: StoredPriceTable, body: Schemas['PriceTableUpsert']): object {
  const current = JSON.parse(document) as Table;
  requireNoIssues([...kindIssues(current, body), ...periodIssues({ ...current, ...body })]);
  return changesTo(document, body);
}

/** What the schema can't know of a change: whether a percentage goes with the kind of the row, which stays. */
function kindIssues(
  { kind, percentage: current }: Table,
  body: Schemas['PriceTableUpsert'],
): ValidationIssue[] {
  if (body.kind !== undefined && body.kind !== kind)
    return [{ pointer: '#/kind', code: 'kind', detail: `is ${kind} and cannot be changed` }];
  const { percentage = current } = body;
  if ((kind === 'percentage') === (percentage !== null)) return [];
  const detail =
    kind === 'percentage' ? 'is required with kind percentage' : 'is not allowed with kind fixed';
  return [{ pointer: '#/percentage', code: 'percentage', detail }];
}

/** Two default tables mustn't overlap. */
async function refuseOverlap(tx: Transaction, tenantId: number, id: number): Promise<void> {
  const other = await findOverlap(tx, tenantId, id);
  if (other === undefined) return;
  const detail = `The default price table ${other} has the same priority and is in effect at the same time.`;
  const issue: ValidationIssue = {
    pointer: '#/is_default',
    code: 'overlap',
    detail: `is in effect at the same time as price table ${other}`,
    price_table_id: other,
  };
  throw new ApiProblem('overlap', detail, { errors: [issue] });
}
