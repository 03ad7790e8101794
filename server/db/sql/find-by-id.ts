import type { Lookup, Querier } from '../querier.ts';
import { type NamedStatement, statement } from './statement.ts';

const registry: Lookup<{ readonly id: number }>[] = [];
/** All of them. */
export const lookups: readonly Lookup<{ readonly id: number }>[] = registry;

interface Options {
  readonly id?: string;
  /** The same for several rows, if some may be too large to be read together: their document is null. */
  readonly several?: string;
}

/**
 * `select` must end in a condition, and return the id as `id`. The ids of several are in a subquery, which hides their number from
 * PostgreSQL: otherwise no generic plan would ever look as cheap (docs/decisions/generic-plans.md).
 */
export function findById<Row extends { readonly id: number }>(
  name: string,
  select: string,
  { id = 'id', several: selectSeveral = select }: Options = {},
): Lookup<Row> {
  const one: NamedStatement<string> = statement(name, `${select} AND ${id} = :id`);
  const many: NamedStatement<string> = statement(
    `${name} for several requests`,
    `${selectSeveral} AND ${id} = ANY ((SELECT :ids::int[])::int[])`,
  );
  const find = async (db: Querier, tenantId: number, rowId: number): Promise<Row | undefined> =>
    db.find ? db.find(found, tenantId, rowId) : (await one<Row>(db, { tenant_id: tenantId, id: rowId }))[0];
  const several: Lookup<Row>['several'] = (db, tenantId, ids) =>
    many<Row>(db, { tenant_id: tenantId, ids: `{${ids.join(',')}}` });
  const found: Lookup<Row> = Object.assign(find, { several });
  Object.defineProperty(found, 'name', { value: name });
  registry.push(found);
  return found;
}
