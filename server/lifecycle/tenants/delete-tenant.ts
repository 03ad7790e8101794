import { type Actor, SYSTEM } from '../../accounts/audit/actor.ts';
import { forgetTargets } from '../../accounts/audit/operator-actions.ts';
import { deleteSessionsOf } from '../../accounts/staff/panel-sessions.ts';
import { lockTenant, updateTenantRow } from '../../accounts/tenants/tenant.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { BATCH_SIZE } from '../../db/sql/in-batches.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { addToReceipt, completeReceipt, startReceipt } from './deletion-receipts.ts';
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
 * whether the tenant is gone. After a kill, or beside another process that does the same, it goes on where rows are left.
 */
export async function deleteRows(
  db: Transactional,
  tenantId: number,
  { steps = Number.POSITIVE_INFINITY, onDeleted = () => {} }: { steps?: number; onDeleted?: OnDeleted } = {},
): Promise<boolean> {
  let left = steps;
  for (const table of await tenantTables(db)) {
    for (let rows = BATCH_SIZE; rows > 0; left -= 1) {
      if (left === 0) return false;
      rows = await db.transaction((tx) => deleteStep(tx, tenantId, table));
      if (rows > 0) onDeleted(table.name, rows);
    }
  }
  return finish(db, tenantId);
}

/** Whoever holds the tenant's row deletes; a second process waits, and goes on. */
async function deleteStep(
  tx: Transaction,
  tenantId: number,
  { name, isReferenced }: TenantTable,
): Promise<number> {
  if ((await lockTenant(tx, tenantId))?.status !== 'deleting') return 0;
  // Two partitions may have rows of the same ctid. Both are the tenant's, so both go.
  const [gone] = await tx.query<{ count: number }>(
    `WITH gone AS (
       DELETE FROM ${name} WHERE tenant_id = $1 AND ctid = ANY (ARRAY(
         SELECT ctid FROM ${name} t WHERE tenant_id = $1 AND NOT (${isReferenced ?? 'false'}) LIMIT ${BATCH_SIZE}
       )) RETURNING 1
     ) SELECT count(*)::int AS count FROM gone`,
    [tenantId],
  );
  const { count } = gone!;
  if (count > 0) await addToReceipt(tx, tenantId, name, count);
  return count;
}

/** The tenant's own row, once no table has any of its rows. False if one was written meanwhile. */
const finish = (db: Transactional, tenantId: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    if ((await lockTenant(tx, tenantId)) === undefined) return true;
    for (const { name } of await tenantTables(tx))
      if ((await tx.query(`SELECT FROM ${name} WHERE tenant_id = $1 LIMIT 1`, [tenantId])).length > 0)
        return false;
    await addToReceipt(tx, tenantId, 'panel.sessions', await deleteSessionsOf(tx, tenantId));
    await runQuery(tx, build('tenants').where('tenant_id', tenantId).delete());
    await forgetTargets(tx, tenantId);
    await completeReceipt(tx, tenantId);
    return true;
  });

/** Begins what is due, and goes on with what has begun. For a job that comes again soon. */
export async function deleteClosedTenants(db: Transactional): Promise<void> {
  const due = build('tenants')
    .where('status', 'closed')
    .whereRaw(`greatest(delete_after, closed_at + interval '${QUIET_MS / 1000} s') <= statement_timestamp()`);
  for (const { id } of await runQuery<{ id: number }>(db, due.select({ id: 'tenant_id' })))
    await beginDeletion(db, SYSTEM, id);
  const begun = build('tenants').where('status', 'deleting').orderBy('closed_at').limit(1);
  for (const { id } of await runQuery<{ id: number }>(db, begun.select({ id: 'tenant_id' })))
    await deleteRows(db, id, { steps: STEPS_PER_RUN });
}
