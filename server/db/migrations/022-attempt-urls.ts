export const name = '022-attempt-urls';

export const sql = `
-- The URLs of an endpoint are numbered, and an attempt keeps the number of the one that its claim read. By the time of its start
-- alone, an attempt that began while an edit was being committed was listed under the new URL although it went to the old one.
-- Attempts from before this migration have no number and are still listed by the time.
ALTER TABLE webhook_registrations ADD url_number integer NOT NULL DEFAULT 1;
ALTER TABLE webhook_attempts ADD url_number integer;
ALTER TABLE webhook_endpoint_urls ADD url_number integer;

UPDATE webhook_endpoint_urls u SET url_number = numbered.url_number FROM (
  SELECT tenant_id, registration_id, since,
    row_number() OVER (PARTITION BY tenant_id, registration_id ORDER BY since) AS url_number
  FROM webhook_endpoint_urls
) numbered
WHERE (u.tenant_id, u.registration_id, u.since) = (numbered.tenant_id, numbered.registration_id, numbered.since);
UPDATE webhook_registrations r SET url_number = last.url_number FROM (
  SELECT tenant_id, registration_id, max(url_number) AS url_number FROM webhook_endpoint_urls GROUP BY 1, 2
) last
WHERE r.tenant_id = last.tenant_id AND r.id = last.registration_id AND last.url_number > 1;
ALTER TABLE webhook_endpoint_urls
  DROP CONSTRAINT webhook_endpoint_urls_pkey,
  ADD PRIMARY KEY (tenant_id, registration_id, url_number);

CREATE FUNCTION number_endpoint_url() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.url_number := OLD.url_number + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_registrations_url_number BEFORE UPDATE OF url ON webhook_registrations
  FOR EACH ROW WHEN (NEW.url <> OLD.url) EXECUTE FUNCTION number_endpoint_url();

-- Two edits in one transaction run this twice, each time with the last URL.
CREATE OR REPLACE FUNCTION record_endpoint_url() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_endpoint_urls (tenant_id, registration_id, since, url, url_number)
    SELECT tenant_id, id, clock_timestamp(), url, url_number FROM webhook_registrations
    WHERE tenant_id = NEW.tenant_id AND id = NEW.id
    ON CONFLICT (tenant_id, registration_id, url_number) DO NOTHING;
  RETURN NULL;
END $$;
`;
