import type { Step } from './migration.ts';

/** The erasures of people's data, which are also their receipts. */
export const name = '055-customer-erasures';

/**
 * `terms` has the person's name, tax id and so on while the logs are still to be searched for them, and is null once that is done.
 * `begins_after` is when a worker first saw the row: as for recoveries.
 */
const TABLE = `
CREATE TABLE customer_erasures (
  tenant_id integer NOT NULL,
  id serial NOT NULL,
  customer_id integer NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed')),
  reason text NOT NULL,
  actor text NOT NULL,
  step text NOT NULL DEFAULT 'orders',
  position text,
  terms text[],
  erased json NOT NULL DEFAULT '{}',
  begins_after timestamptz,
  events_erased_at timestamptz,
  created_at timestamptz(3) NOT NULL DEFAULT statement_timestamp(),
  completed_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX customer_erasures_running ON customer_erasures (tenant_id, customer_id) WHERE status = 'running';
CREATE INDEX customer_erasures_customer ON customer_erasures (tenant_id, customer_id, id);
`;

export const steps: readonly Step[] = [TABLE];
