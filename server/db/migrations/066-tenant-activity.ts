import type { Step } from './migration.ts';

/** What tenants ask of the service, by the minute. It counts and forgets, so it isn't logged, like the rate limit's windows. */
export const name = '066-tenant-activity';

export const steps: readonly Step[] = [
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
