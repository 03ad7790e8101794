import type { Step } from './migration.ts';

/** Whether an endpoint has ever answered 2xx at its URL, deliveries that an operator holds, and what tenants ask of the service. */
export const name = '065-delivery-holds';

export const steps: readonly Step[] = [
  // Of endpoints from before it's unknown: each gets one request at a time until its next 2xx.
  'ALTER TABLE webhook_registrations ADD answered_at timestamptz(3), ADD held_since timestamptz(3)',
  'ALTER TABLE tenants ADD deliveries_held_since timestamptz(3)',
  // An operator's, so no column is named tenant_id. `held_since` of the endpoints there follows from it.
  'CREATE TABLE held_hosts (host text PRIMARY KEY, held_since timestamptz(3) NOT NULL DEFAULT statement_timestamp())',
  // It counts and forgets, so it isn't logged, like the rate limit's windows.
  `CREATE UNLOGGED TABLE rate_limit.activity (
     tenant_id integer NOT NULL,
     minute timestamptz NOT NULL,
     requests integer NOT NULL,
     refused integer NOT NULL,
     database_ms integer NOT NULL,
     PRIMARY KEY (tenant_id, minute)
   ) WITH (fillfactor = 50);
   CREATE INDEX activity_minute ON rate_limit.activity (minute)`,
];
