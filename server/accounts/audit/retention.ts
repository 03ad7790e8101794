import type { Querier } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';

/**
 * A year, so that a yearly review sees all of it, and a month to do the review in. Brazil's Marco Civil (Lei 12.965, art. 15)
 * asks for 6 months of access records, PCI DSS 10.5.1 for 12; the LGPD allows no more than is needed.
 */
export const AUDIT_RETENTION_DAYS = 400;

/** Deletes entries of tenants and operators that are older than the retention. Returns their number. */
export async function deleteOldAuditEntries(db: Querier): Promise<number> {
  const tenants = await runQuery<{ tenant_id: number }>(db, build('tenants').select('tenant_id'));
  let total = 0;
  for (const { tenant_id } of tenants) total += await inBatches(() => runQuery(db, deleteBatch(tenant_id)));
  return total + (await inBatches(() => runQuery(db, deleteOldActions())));
}

const OLD = `at < statement_timestamp() - interval '${AUDIT_RETENTION_DAYS} days'`;

function deleteOldActions() {
  const first = build('operator_actions').orderBy('id').limit(BATCH_SIZE).select('id');
  return build('operator_actions').whereIn('id', first).whereRaw(OLD).delete().returning('id');
}

/** Ids rise with time, so only the tenant's first entries are read. */
function deleteBatch(tenant_id: number) {
  const first = build('audit_entries').where({ tenant_id }).orderBy('id').limit(BATCH_SIZE).select('id');
  return build('audit_entries')
    .where({ tenant_id })
    .whereIn('id', first)
    .whereRaw(OLD)
    .delete()
    .returning('id');
}
