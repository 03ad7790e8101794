export const name = '014-request-log';

export const sql = `
-- The API requests that were refused in the last 7 days, without bodies and values. The key has no foreign key: a row
-- outlives it. issues is a list of {pointer | parameter | header, code}, at most 10 of issue_count.
CREATE TABLE refused_requests (
  tenant_id integer NOT NULL REFERENCES tenants,
  request_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  api_key_id integer NOT NULL,
  key_prefix text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  operation text,
  status smallint NOT NULL,
  code text NOT NULL,
  issues json NOT NULL,
  issue_count smallint NOT NULL,
  duration_ms integer NOT NULL,
  PRIMARY KEY (tenant_id, request_id)
);
CREATE INDEX refused_requests_at ON refused_requests (tenant_id, at, request_id);
CREATE INDEX refused_requests_code ON refused_requests (tenant_id, code, at, request_id);
CREATE INDEX refused_requests_key ON refused_requests (tenant_id, key_prefix, at, request_id);

-- kept counts the rows above, dropped what exceeded the allowance of its tenant and code. The hours are UTC's.
CREATE TABLE refused_request_counts (
  tenant_id integer NOT NULL REFERENCES tenants,
  hour timestamptz(3) NOT NULL,
  code text NOT NULL,
  kept bigint NOT NULL,
  dropped bigint NOT NULL,
  PRIMARY KEY (tenant_id, hour, code)
);
`;
