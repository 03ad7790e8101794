import type { Step } from './migration.ts';

/** What a tenant may keep, and how much it has. */
export const name = '066-stored-bytes';

const DELETABLE = ['categories', 'coupons', 'customers', 'price_tables', 'products', 'promotions'];

export const steps: readonly Step[] = [
  'ALTER TABLE tenants ADD stored_bytes_limit bigint NOT NULL DEFAULT 5000000000',
  {
    slices: `UPDATE tenants SET stored_bytes_limit = CASE plan WHEN 'Pro' THEN 50000000000 ELSE 500000000000 END
      WHERE tenant_id IN (SELECT tenant_id FROM tenants
        WHERE plan IN ('Pro', 'Enterprise') AND stored_bytes_limit = 5000000000 LIMIT 500)`,
  },
  // By the month of the log, so that a month that is dropped takes its bytes with it; '' is what doesn't go with a month.
  `CREATE TABLE stored_bytes (
     tenant_id integer NOT NULL,
     log_partition text NOT NULL,
     bytes bigint NOT NULL,
     PRIMARY KEY (tenant_id, log_partition)
   ) WITH (fillfactor = 50)`,
  `ALTER TABLE alerts DROP CONSTRAINT alerts_kinds, ADD CONSTRAINT alerts_kinds CHECK (kind IN ('endpoint_failing',
     'endpoint_deactivation_due', 'endpoint_deactivated', 'endpoint_late', 'api_key_expiring', 'storage_full')) NOT VALID`,
  'ALTER TABLE alerts VALIDATE CONSTRAINT alerts_kinds',
  ...DELETABLE.map((table) => ({
    index: `${table}_deleted`,
    create: `CREATE INDEX CONCURRENTLY ${table}_deleted ON ${table} (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL`,
  })),
];
