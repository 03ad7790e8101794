import type { Transactional } from '../../db/pool/database.ts';
import type { Transaction } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { RETENTION_DAYS } from '../log/log-partitions.ts';

/**
 * Deletes the rows of endpoints that were deleted 90 days ago, once retention has deleted their deliveries; with them their
 * recoveries and hours. Returns how many. Earlier, a transaction that began before the deletion could still write a delivery,
 * whose foreign key would fail with its order.
 */
export const purgeDeletedEndpoints = (db: Transactional): Promise<number> =>
  inBatches(() => db.transaction(purgeBatch));

async function purgeBatch(tx: Transaction): Promise<readonly EndpointKey[]> {
  const keys = await runQuery<EndpointKey>(tx, purgeable());
  if (keys.length === 0) return keys;
  const pairs = keys.map(({ tenantId, id }) => [tenantId, id]);
  for (const table of ['webhook_recoveries', 'webhook_endpoint_hours'])
    await runQuery(tx, build(table).whereIn(['tenant_id', 'registration_id'], pairs).delete());
  await runQuery(tx, build('webhook_registrations').whereIn(['tenant_id', 'id'], pairs).delete());
  return keys;
}

function purgeable() {
  const delivery = build('webhook_deliveries as d')
    .select('d.id')
    .whereRaw('d.tenant_id = r.tenant_id AND d.registration_id = r.id');
  return build('webhook_registrations as r')
    .select({ tenantId: 'r.tenant_id', id: 'r.id' })
    .whereRaw(`r.deleted_at < statement_timestamp() - interval '${RETENTION_DAYS} days'`)
    .whereNotExists(delivery)
    .orderBy(['r.tenant_id', 'r.id'])
    .limit(BATCH_SIZE);
}
