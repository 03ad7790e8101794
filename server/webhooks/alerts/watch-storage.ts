import { WARNED_PERCENT } from '../../accounts/tenants/storage.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { StorageDetails } from './details.ts';
import type { NewAlert } from './store.ts';
import { MAX_ALERTS_PER_BATCH } from './watch-endpoints.ts';

/** SQL for the tenants whose data have this part of what their plans include, with how much that is. */
export const NEARLY_FULL = `SELECT t.tenant_id, t.name, t.stored_bytes_limit, sum(s.bytes) AS bytes
   FROM stored_bytes s JOIN tenants t ON t.tenant_id = s.tenant_id AND t.status = 'active'
   GROUP BY t.tenant_id HAVING sum(s.bytes) >= t.stored_bytes_limit * ${WARNED_PERCENT / 100}`;

const findNearlyFull = statement(
  'find full tenants to alert about',
  `SELECT tenant_id AS "tenantId", name, bytes::float8 AS "usedBytes", stored_bytes_limit::float8 AS "limitBytes"
   FROM (${NEARLY_FULL}) nearly_full
   WHERE tenant_id NOT IN (SELECT tenant_id FROM alerts WHERE closed_at IS NULL AND kind = 'storage_full')
   LIMIT ${MAX_ALERTS_PER_BATCH}`,
);

interface NearlyFull extends StorageDetails {
  readonly tenantId: number;
  readonly name: string;
}

/** The tenants that will soon be refused new rows. */
export async function findStorageAlerts(db: Querier): Promise<NewAlert[]> {
  const tenants = await findNearlyFull<NearlyFull>(db, {});
  return tenants.map(({ tenantId, name, ...details }) => ({
    tenantId,
    kind: 'storage_full',
    subjectId: tenantId,
    subjectName: name,
    details: details satisfies StorageDetails,
  }));
}
