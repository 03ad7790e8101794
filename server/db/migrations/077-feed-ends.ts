import type { Step } from './migration.ts';

/**
 * Each tenant whose feed has events has its end in feed_ends, also if its events were numbered before the table was made. So a new epoch
 * begins with one statement over that table, which each machine of a cluster runs for its own tenants.
 */
export const name = '077-feed-ends';

export const steps: readonly Step[] = [
  `INSERT INTO feed_ends (tenant_id, position)
   SELECT tenant_id, position FROM (SELECT tenant_id, feed_end(tenant_id) AS position FROM tenants OFFSET 0) last
   WHERE position IS NOT NULL
   ON CONFLICT (tenant_id) DO NOTHING`,
  'DROP FUNCTION feed_end(integer)',
];
