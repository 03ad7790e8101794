import { problemAt } from '../../base/problems/api-problem.ts';
import type { ResourceTable } from '../../db/sql/resource-table.ts';
import { statement } from '../../db/sql/statement.ts';
import type { FindRows } from '../../db/sql/write-rows.ts';
import { idsByExternalId } from './row-texts.ts';
import type { Reference } from './row-writer.ts';

/**
 * Makes references to the rows of a table from a field. FOR SHARE makes a deletion wait until those commit who refer to the row, and then
 * find it in use.
 */
export function referenceTo(
  { name }: Pick<ResourceTable, 'name'>,
  noun: string,
  findRows: FindRows,
): (field: string) => Reference {
  const lock = statement(
    `lock several ${name} for share`,
    `SELECT id FROM ${name} WHERE tenant_id = :tenant_id AND id = ANY ((SELECT :ids::int[])::int[]) AND deleted_at IS NULL
     ORDER BY id FOR SHARE`,
  );
  return (field) => ({
    field,
    findIds: idsByExternalId(findRows),
    lock: async (tx, tenantId, ids) => {
      const rows = await lock<{ id: number }>(tx, { tenant_id: tenantId, ids });
      const found = new Set(rows.map(({ id }) => id));
      const missing = (id: number) =>
        problemAt('invalid_reference', `/${field}`, `no ${noun} has this id`, `There is no ${noun} ${id}.`);
      return (id) => (found.has(id) ? undefined : missing(id));
    },
  });
}
