import type { Step } from './migration.ts';

/** The addresses of whom operators had invited to a tenant that has been deleted. */
export const name = '073-forgotten-invitations';

export const steps: readonly Step[] = [
  {
    slices: `UPDATE operator_actions SET target_id = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM operator_actions WHERE target_id !~ '^[0-9]+$'
        AND about_tenant IN (SELECT deleted_tenant FROM tenant_deletions WHERE completed_at IS NOT NULL) LIMIT 1000))`,
  },
  'ANALYZE operator_actions',
];
