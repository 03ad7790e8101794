import type { Actor } from '../../accounts/audit/actor.ts';
import { recordOperatorAction } from '../../accounts/audit/operator-actions.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';

/** That a tenant was deleted, when, by whom, and how many rows of each table. It's kept; times are RFC 3339. */
export interface DeletionReceipt {
  readonly tenantId: number;
  /** Of a tenant whose grace period ended: `grace period`. */
  readonly operator: string;
  readonly reason: string | null;
  readonly startedAt: string;
  /** Null while rows are left, or what PostgreSQL's statistics have of them. */
  readonly completedAt: string | null;
  readonly deletedRows: Readonly<Record<string, number>>;
}

const GRACE_PERIOD = 'grace period';

export async function startReceipt(tx: Transaction, actor: Actor, tenantId: number): Promise<void> {
  const { name = 'operator', reason = null } = actor.type === 'operator' ? actor : { name: GRACE_PERIOD };
  await runQuery(tx, build('tenant_deletions').insert({ deleted_tenant: tenantId, operator: name, reason }));
  const target = { type: 'tenant', id: tenantId, name: '' } as const;
  await recordOperatorAction(tx, { tenantId, actor, action: 'tenant.deleted', target });
}

/** In the transaction that deletes the rows, so that the receipt is never wrong. */
export async function addToReceipt(
  tx: Transaction,
  tenantId: number,
  table: string,
  rows: number,
): Promise<void> {
  await tx.query(
    `UPDATE tenant_deletions SET deleted_rows = (deleted_rows::jsonb || jsonb_build_object($2::text,
       coalesce((deleted_rows ->> $2::text)::bigint, 0) + $3::bigint))::json WHERE deleted_tenant = $1`,
    [tenantId, table, rows],
  );
}

/** Tenants that are gone, whose deletion was cut before its end. */
export async function findRowless(db: Querier): Promise<number[]> {
  const tenant = build('tenants').whereRaw('tenant_id = deleted_tenant');
  const left = build('tenant_deletions').whereNull('completed_at').whereNotExists(tenant);
  return (await runQuery<{ id: number }>(db, left.select({ id: 'deleted_tenant' }))).map(({ id }) => id);
}

export async function completeReceipt(db: Querier, tenantId: number): Promise<void> {
  const receipt = build('tenant_deletions').where('deleted_tenant', tenantId).whereNull('completed_at');
  await runQuery(db, receipt.update({ completed_at: build.raw('statement_timestamp()') }));
}

type Stored = Omit<DeletionReceipt, 'deletedRows'> & { readonly deletedRows: string };

const receipts = () =>
  build('tenant_deletions')
    .select('operator', 'reason', { tenantId: 'deleted_tenant', deletedRows: 'deleted_rows' })
    .select(build.raw('iso(started_at) AS "startedAt"'), build.raw('iso(completed_at) AS "completedAt"'));

const receiptOf = (row: Stored): DeletionReceipt => ({
  ...row,
  deletedRows: JSON.parse(row.deletedRows) as DeletionReceipt['deletedRows'],
});

export async function findReceipt(db: Querier, tenantId: number): Promise<DeletionReceipt | undefined> {
  const row = await firstOf<Stored>(db, receipts().where('deleted_tenant', tenantId));
  return row && receiptOf(row);
}

/** In the order of the tenants' ids. */
export async function listReceipts(
  db: Querier,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<DeletionReceipt[]> {
  const query = receipts().where('deleted_tenant', '>', after).orderBy('deleted_tenant').limit(limit);
  return (await runQuery<Stored>(db, query)).map(receiptOf);
}
