import { EXPIRY_NOTICE_DAYS } from '../../accounts/api-keys/rotation.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { KeyDetails } from './details.ts';
import type { NewAlert } from './store.ts';
import { MAX_ALERTS_PER_BATCH } from './watch-endpoints.ts';

/**
 * Every active key counts, whether or not it's used or has a successor: only when it is deactivated is it certain that
 * nothing stops working on that day.
 */
const findExpiring = statement(
  'find API keys to alert about',
  `SELECT k.tenant_id AS "tenantId", k.id, k.name, k.prefix, iso(k.expires_at) AS "expiresAt",
     iso(k.last_used_at) AS "lastUsedAt"
   FROM api_keys k JOIN tenants t ON t.tenant_id = k.tenant_id AND t.api_enabled AND t.status = 'active'
   WHERE k.active AND k.expires_at > statement_timestamp()
     AND k.expires_at <= statement_timestamp() + interval '${EXPIRY_NOTICE_DAYS} days'
     AND (k.tenant_id, k.id) NOT IN (
       SELECT tenant_id, subject_id FROM alerts WHERE closed_at IS NULL AND kind = 'api_key_expiring'
     )
   ORDER BY k.expires_at LIMIT ${MAX_ALERTS_PER_BATCH}`,
);

interface ExpiringKey extends KeyDetails {
  readonly tenantId: number;
  readonly id: number;
  readonly name: string;
}

/** The keys that expire soon and that no open alert tells of. */
export async function findKeyAlerts(db: Querier): Promise<NewAlert[]> {
  const keys = await findExpiring<ExpiringKey>(db, {});
  return keys.map(({ tenantId, id, name, ...details }) => ({
    tenantId,
    kind: 'api_key_expiring',
    subjectId: id,
    subjectName: name,
    details: details satisfies KeyDetails,
  }));
}
