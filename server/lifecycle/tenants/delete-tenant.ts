import { type Actor, SYSTEM } from '../../accounts/audit/actor.ts';
import { forgetTargets } from '../../accounts/audit/operator-actions.ts';
import { deleteSessionsOf } from '../../accounts/staff/panel-sessions.ts';
import { lockTenant, updateTenantRow } from '../../accounts/tenants/tenant.ts';
import type { Database, Transactional } from '../../db/pool/database.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { BATCH_SIZE } from '../../db/sql/in-batches.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { addToReceipt, completeReceipt, findRowless, startReceipt } from './deletion-receipts.ts';
import { type TenantTable, tenantTables } from './tenant-tables.ts';

/**
 * A request that was accepted just before the tenant was closed may still write: it has 30 s to arrive, and 30 s to wait for a
 * connection. After a minute more nothing of it is left.
 */
export const QUIET_MS = 120_000;
/** 50 000 rows, some seconds: the job of a process that stops has to end. The next run goes on. */
const STEPS_PER_RUN = 100;

/** How long it has to wait until the deletion may begin; undefined if the tenant isn't closed. */
export async function msUntilQuiet(db: Querier, tenantId: number): Promise<number | undefined> {
  const age = build.raw('extract(epoch FROM statement_timestamp() - closed_at)::float8 * 1000 AS age');
  const closed = build('tenants').where({ tenant_id: tenantId }).whereIn('status', ['closed', 'deleting']);
  const row = await firstOf<{ age: number }>(db, closed.select(age));
  return row && Math.max(0, QUIET_MS - row.age);
}

/** From here on there is no way back. False if the tenant isn't closed; a deletion that has begun goes on. */
export const beginDeletion = (db: Transactional, actor: Actor, tenantId: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const tenant = await lockTenant(tx, tenantId);
    if (tenant?.status === 'closed') {
      await updateTenantRow(tx, tenantId, { status: 'deleting' });
      await startReceipt(tx, actor, tenantId);
    }
    return tenant?.status === 'closed' || tenant?.status === 'deleting';
  });

/** Called after each step with what is gone of a table. */
export type OnDeleted = (table: string, rows: number) => void;

/**
 * Deletes up to a number of steps of BATCH_SIZE rows, each in a transaction of its own with its part of the receipt. Returns
 * whether the tenant is gone, and its receipt complete. After a kill, or beside another process that does the same, it goes on where rows
 * are left.
 */
export async function deleteRows(
  owner: Database,
  tenantId: number,
  { steps = Number.POSITIVE_INFINITY, onDeleted = () => {} }: { steps?: number; onDeleted?: OnDeleted } = {},
): Promise<boolean> {
  let left = steps;
  for (const table of await tenantTables(owner)) {
    for (let after: Step['last'] = null, found = BATCH_SIZE; found > 0; left -= 1) {
      if (left === 0) return false;
      const step = await owner.transaction((tx) => deleteStep(tx, tenantId, table, after));
      if (step.deleted > 0) onDeleted(table.name, step.deleted);
      ({ last: after, found } = step);
    }
  }
  if (!(await finish(owner, tenantId))) return false;
  await complete(owner, tenantId);
  return true;
}

/** PostgreSQL's statistics have values of rows that are gone, until the tables are analyzed. */
async function complete(owner: Database, tenantId: number): Promise<void> {
  const names = (await tenantTables(owner)).map(({ name }) => name);
  await owner.analyze([...names, 'tenants', 'operator_actions', 'panel.sessions']);
  await completeReceipt(owner, tenantId);
}

interface Step {
  readonly found: number;
  readonly deleted: number;
  /** The key of the last row. The next step begins behind it, so that it doesn't pass what is already gone. */
  readonly last: readonly string[] | null;
}

const NOTHING: Step = { found: 0, deleted: 0, last: null };

/** Whoever holds the tenant's row deletes; a second process waits, and goes on. */
async function deleteStep(
  tx: Transaction,
  tenantId: number,
  table: TenantTable,
  after: Step['last'],
): Promise<Step> {
  if ((await lockTenant(tx, tenantId))?.status !== 'deleting') return NOTHING;
  const [step] = await tx.query<Step>(stepSql(table, after !== null), [tenantId, ...(after ?? [])]);
  if (step!.deleted > 0) await addToReceipt(tx, tenantId, table.name, step!.deleted);
  return step!;
}

/** A row that another one refers to is passed over, and comes in a later step. Two partitions may have rows of the same ctid: all are the tenant's. */
function stepSql({ name, key, isReferenced }: TenantTable, hasAfter: boolean): string {
  const columns = isReferenced === null ? key.map(({ column }) => column) : [];
  const order = (direction: string): string =>
    columns.length === 0 ? '' : `ORDER BY ${columns.map((column) => `${column} ${direction}`)}`;
  const behind = hasAfter
    ? `AND (${columns}) > (${key.map(({ type }, index) => `$${index + 2}::text::${type}`)})`
    : '';
  const last = columns.length === 0 ? 'NULL::text[]' : `ARRAY[${columns.map((column) => `${column}::text`)}]`;
  return `WITH step AS MATERIALIZED (
      SELECT ${['ctid AS row_ctid', ...columns]} FROM ${name} t
      WHERE tenant_id = $1 AND NOT (${isReferenced ?? 'false'}) ${behind} ${order('ASC')} LIMIT ${BATCH_SIZE}
    ), gone AS (
      DELETE FROM ${name} WHERE tenant_id = $1 AND ctid = ANY (ARRAY(SELECT row_ctid FROM step)) RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM step) AS found, (SELECT count(*)::int FROM gone) AS deleted,
      (SELECT ${last} FROM step ${order('DESC')} LIMIT 1) AS last`;
}

/** The tenant's own row, once no table has any of its rows. False if one was written meanwhile. */
const finish = (db: Transactional, tenantId: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    if ((await lockTenant(tx, tenantId)) === undefined) return true;
    // Or it would read all tenants' rows to find that there is none.
    await tx.query("SELECT set_config('enable_seqscan', 'off', true)", []);
    for (const { name } of await tenantTables(tx))
      if ((await tx.query(`SELECT FROM ${name} WHERE tenant_id = $1 LIMIT 1`, [tenantId])).length > 0)
        return false;
    await addToReceipt(tx, tenantId, 'panel.sessions', await deleteSessionsOf(tx, tenantId));
    await runQuery(tx, build('tenants').where('tenant_id', tenantId).delete());
    await forgetTargets(tx, tenantId);
    return true;
  });

/** Begins what is due, and goes on with what has begun. For a job that comes again soon. */
export async function deleteClosedTenants(db: Database): Promise<void> {
  const due = build('tenants')
    .where('status', 'closed')
    .whereRaw(`greatest(delete_after, closed_at + interval '${QUIET_MS / 1000} s') <= statement_timestamp()`);
  for (const { id } of await runQuery<{ id: number }>(db, due.select({ id: 'tenant_id' })))
    await beginDeletion(db, SYSTEM, id);
  const begun = build('tenants').where('status', 'deleting').orderBy('closed_at').limit(1);
  for (const { id } of await runQuery<{ id: number }>(db, begun.select({ id: 'tenant_id' })))
    await deleteRows(db, id, { steps: STEPS_PER_RUN });
  for (const id of await findRowless(db)) await complete(db, id);
}
