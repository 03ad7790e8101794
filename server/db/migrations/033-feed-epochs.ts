export const name = '033-feed-epochs';

export const sql = `
-- Which history the database continues: the server's, since its initdb; the timeline, which a promotion and a recovery to a point
-- in time begin anew; and the database, which a restored dump and a copy have of their own. Some providers keep functions back.
CREATE FUNCTION cluster_identity() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  identity text := (SELECT oid FROM pg_database WHERE datname = current_database());
BEGIN
  IF pg_is_in_recovery() THEN
    RAISE read_only_sql_transaction USING MESSAGE = 'a standby has no history of its own';
  END IF;
  identity := identity || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  RETURN identity || '/' || (SELECT system_identifier FROM pg_control_system());
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_function THEN
  RETURN identity;
END $$;

-- An epoch of the feed: a history without a break. The first read begins the first one, and the first
-- read after a restore or a failover the next one.
CREATE TABLE feed_epochs (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Random, because a database that was restored counts on from the same number.
  id text NOT NULL UNIQUE DEFAULT left(md5(gen_random_uuid()::text), 12),
  identity text NOT NULL,
  began_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- The last feed position of each tenant when the epoch began: up to there it has the same events as the one before.
CREATE TABLE feed_epoch_starts (
  tenant_id integer NOT NULL REFERENCES tenants,
  epoch integer NOT NULL, -- of feed_epochs, which has no tenant
  position bigint NOT NULL,
  PRIMARY KEY (tenant_id, epoch)
);
`;
