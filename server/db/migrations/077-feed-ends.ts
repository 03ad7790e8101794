import type { Step } from './migration.ts';

/**
 * Each tenant whose feed has events has its end in feed_ends, also if its events were numbered before the table was made. So a new epoch
 * begins with one statement over that table, which each machine of a cluster runs for its own tenants.
 */
export const name = '077-feed-ends';

const ENDS = `
  INSERT INTO feed_ends (tenant_id, position)
  SELECT tenant_id, feed_end(tenant_id) FROM (
    SELECT tenant_id FROM tenants t
    WHERE NOT EXISTS (SELECT FROM feed_ends WHERE tenant_id = t.tenant_id)
      AND EXISTS (SELECT FROM events WHERE tenant_id = t.tenant_id AND feed_position IS NOT NULL)
    LIMIT 1000
  ) lacking
  ON CONFLICT (tenant_id) DO NOTHING`;

export const steps: readonly Step[] = [{ slices: ENDS }];
