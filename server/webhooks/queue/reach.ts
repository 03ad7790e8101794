import type { Querier } from '../../db/querier.ts';
import { isDistributed } from '../../db/sql/is-distributed.ts';
import type { NamedStatement } from '../../db/sql/statement.ts';

/**
 * Of how many tenants a worker's statement takes rows. With several it finds those that it has locked by their ctid, which costs no look-up.
 * With Citus they are on several machines: only a statement about one tenant may lock there, and it finds its rows by their keys. See
 * docs/decisions/citus.md.
 */
export interface Reach {
  /** What a statement's name ends in. */
  readonly name: string;
  /** The tenant of the row with this alias. */
  readonly tenantOf: (alias: string) => string;
  /** The columns of the queue and of the attempts by which a locked row is found again. */
  readonly queueRow: string;
  readonly attemptRow: string;
  /** What else a condition on such rows says. */
  readonly andTenant: string;
}

export const SEVERAL_TENANTS: Reach = {
  name: '',
  tenantOf: (alias) => `${alias}.tenant_id`,
  queueRow: 'ctid',
  attemptRow: 'ctid',
  andTenant: '',
};

export const ONE_TENANT: Reach = {
  name: ' of one tenant',
  tenantOf: () => ':tenant_id',
  queueRow: 'delivery_id',
  attemptRow: 'delivery_id',
  andTenant: 'AND tenant_id = :tenant_id',
};

/** Notified tenants per claim. */
const SEVERAL_AT_ONCE = 256;
/** Claims that are made one after the other take 15 ms each, and what is claimed first waits for the last one. */
export const TENANTS_ONE_BY_ONE = 16;

/** How many tenants may be named to a claim. */
export const tenantsPerClaim = async (db: Querier): Promise<number> =>
  (await isDistributed(db)) ? TENANTS_ONE_BY_ONE : SEVERAL_AT_ONCE;

/** Rows that go into one statement, and the value that it has besides. */
interface Part<Row> {
  readonly reach: Reach;
  readonly rows: readonly Row[];
  readonly tenant: { readonly tenant_id?: number };
}

/** All rows in one statement, or those of each tenant in one. */
export async function partsOf<Row>(
  db: Querier,
  rows: readonly Row[],
  tenantOf: (row: Row) => number,
): Promise<Part<Row>[]> {
  if (!(await isDistributed(db))) return [{ reach: SEVERAL_TENANTS, rows, tenant: {} }];
  const byTenant = new Map<number, Row[]>();
  for (const row of rows) {
    const group = byTenant.get(tenantOf(row));
    if (group) group.push(row);
    else byTenant.set(tenantOf(row), [row]);
  }
  return [...byTenant].map(([tenant_id, ofTenant]) => ({
    reach: ONE_TENANT,
    rows: ofTenant,
    tenant: { tenant_id },
  }));
}

/** A statement of each reach. */
export const ofEachReach = (make: (reach: Reach) => NamedStatement): ReadonlyMap<Reach, NamedStatement> =>
  new Map([SEVERAL_TENANTS, ONE_TENANT].map((reach) => [reach, make(reach)]));
