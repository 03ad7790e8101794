export const name = '020-endpoint-urls';

export const sql = `
-- The URLs that an endpoint has had. An edit changes where attempts go from now on, not where the earlier ones went. A column
-- of the attempts would be written by each claim; this is written by edits only. Of the time before this migration only the
-- present URL is known.
CREATE TABLE webhook_endpoint_urls (
  tenant_id integer NOT NULL,
  registration_id integer NOT NULL,
  since timestamptz(3) NOT NULL,
  url text NOT NULL,
  PRIMARY KEY (tenant_id, registration_id, since),
  FOREIGN KEY (tenant_id, registration_id) REFERENCES webhook_registrations (tenant_id, id) ON DELETE CASCADE
);
INSERT INTO webhook_endpoint_urls (tenant_id, registration_id, since, url)
  SELECT tenant_id, id, '-infinity', url FROM webhook_registrations;

CREATE FUNCTION record_endpoint_url() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_endpoint_urls (tenant_id, registration_id, since, url)
    SELECT tenant_id, id, clock_timestamp(), url FROM webhook_registrations WHERE tenant_id = NEW.tenant_id AND id = NEW.id
    ON CONFLICT (tenant_id, registration_id, since) DO UPDATE SET url = excluded.url;
  RETURN NULL;
END $$;
-- Deferred: claims see the new URL from the commit on, so the time is taken as late as possible. An attempt that begins while
-- the commit reaches the disk, some milliseconds, is still listed under the new URL although it went to the old one.
CREATE CONSTRAINT TRIGGER webhook_registrations_url AFTER INSERT OR UPDATE OF url ON webhook_registrations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION record_endpoint_url();
`;
