import type { Step } from './migration.ts';

/** Whether an endpoint has ever answered 2xx at its URL, and deliveries that an operator holds. */
export const name = '065-delivery-holds';

export const steps: readonly Step[] = [
  // Of endpoints from before it's unknown: each gets one request at a time until its next 2xx.
  'ALTER TABLE webhook_registrations ADD answered_at timestamptz(3), ADD held_since timestamptz(3)',
  'ALTER TABLE tenants ADD deliveries_held_since timestamptz(3)',
  // An operator's, so no column is named tenant_id. `held_since` of the endpoints there follows from it.
  'CREATE TABLE held_hosts (host text PRIMARY KEY, held_since timestamptz(3) NOT NULL DEFAULT statement_timestamp())',
];
