import type { ApiProblem } from '../../base/problems/api-problem.ts';
import type { Querier } from '../querier.ts';
import { type NamedStatement, statement } from './statement.ts';
import { ValueTaken } from './violations.ts';
import { keyOfColumn } from './write-rows.ts';

/** The fields of each table of which no two rows have the same value, with what their index compares. */
const UNIQUE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  products: { external_id: 'external_id', sku: 'sku' },
  categories: { external_id: 'external_id', slug: 'slug' },
  customers: { external_id: 'external_id', tax_id: 'tax_id' },
  price_tables: { external_id: 'external_id', code: 'code' },
  promotions: { external_id: 'external_id' },
  coupons: { external_id: 'external_id', code: 'lower(code)' },
  orders: { external_id: 'external_id' },
};

interface Existing {
  readonly field: string;
  readonly value: string;
  readonly id: number;
  readonly external_id: string | null;
}

/** Orders aren't deleted. */
const isLive = (table: string): string => (table === 'orders' ? '' : ' AND deleted_at IS NULL');

function selectBy(table: string, field: string, compared: string): string {
  const { key, isNamed } = keyOfColumn(compared, `:${field}`);
  return `SELECT '${field}' AS field, ${key} AS value, id, external_id FROM ${table}
     WHERE tenant_id = :tenant_id AND ${isNamed}${isLive(table)}`;
}

function findExisting(table: string, fields: Readonly<Record<string, string>>): NamedStatement {
  const selects = Object.entries(fields).map(([field, compared]) => selectBy(table, field, compared));
  return statement(`find existing ${table}`, selects.join(' UNION ALL '));
}

const find = new Map(
  Object.entries(UNIQUE).map(([table, fields]) => [table, findExisting(table, fields)] as const),
);

/**
 * Says in each refusal for a value that is taken which row has it: one look-up for all of a request, which are of one table. The row may
 * be gone since; then nothing is said.
 */
export async function namingExisting<Result>(
  db: Querier,
  tenantId: number,
  results: readonly (Result | ApiProblem)[],
): Promise<(Result | ApiProblem)[]> {
  const taken = results.filter((result) => result instanceof ValueTaken && result.value !== undefined);
  const { table = '' } = (taken[0] ?? {}) as Partial<ValueTaken>;
  const fields = UNIQUE[table];
  if (!fields) return [...results];
  const valuesOf = (name: string) =>
    (taken as ValueTaken[]).flatMap(({ field, value }) => (field === name ? [value] : []));
  const values = Object.fromEntries(Object.keys(fields).map((field) => [field, valuesOf(field)]));
  const rows = await find.get(table)!<Existing>(db, { tenant_id: tenantId, ...values });
  return results.map((result) => (result instanceof ValueTaken ? withIds(result, rows) : result));
}

function withIds(problem: ValueTaken, rows: readonly Existing[]): ApiProblem {
  const { table, field, value } = problem;
  const row = rows.find((each) => each.field === field && each.value === value);
  return row
    ? new ValueTaken(table, field, value, { existing_id: row.id, existing_external_id: row.external_id })
    : problem;
}
