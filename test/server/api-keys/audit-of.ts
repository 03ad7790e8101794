import type { TestEnvironment, TestTenant } from '../../support/test-environment.ts';

/** What the audit says about a tenant's keys, in order. */
export async function auditOf(
  { context: { db } }: TestEnvironment,
  { tenantId }: Pick<TestTenant, 'tenantId'>,
): Promise<object[]> {
  const rows = await db.query<{ details: string }>(
    `SELECT action, actor_type AS actor, actor_name, target_type, target_id, target_name, details
     FROM audit_entries WHERE tenant_id = $1 AND target_type = 'api_key' ORDER BY id`,
    [tenantId],
  );
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as object }));
}
