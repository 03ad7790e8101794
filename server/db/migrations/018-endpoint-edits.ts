export const name = '018-endpoint-edits';

export const sql = `
-- version: a form carries the one it was made from, so nobody overwrites what somebody else has just changed.
-- A deleted endpoint stays as a row, since the history of its deliveries refers to it; its secrets don't.
ALTER TABLE webhook_registrations
  ADD version integer NOT NULL DEFAULT 1,
  ADD deleted_at timestamptz(3),
  ALTER secret DROP NOT NULL,
  ADD CHECK (CASE WHEN deleted_at IS NULL THEN secret IS NOT NULL
    ELSE NOT active AND secret IS NULL AND previous_secret IS NULL END);
CREATE INDEX webhook_registrations_deleted ON webhook_registrations (tenant_id, id) WHERE deleted_at IS NOT NULL;

-- Attempts by outcome and hour, so that a day of an endpoint is 24 rows however much was sent. durations counts responses
-- and time-outs by their duration, in the buckets of endpoints/duration-histogram.ts.
CREATE TABLE webhook_endpoint_hours (
  tenant_id integer NOT NULL,
  registration_id integer NOT NULL,
  hour timestamptz(0) NOT NULL,
  accepted integer NOT NULL,
  refused integer NOT NULL,
  timeout integer NOT NULL,
  connection integer NOT NULL,
  address integer NOT NULL,
  durations integer[] NOT NULL,
  PRIMARY KEY (tenant_id, registration_id, hour),
  FOREIGN KEY (tenant_id, registration_id) REFERENCES webhook_registrations (tenant_id, id)
);
`;
