import { query } from './query.ts';

/**
 * Triggers that write in the audited transactions themselves. `chaos.leases` has every lease: who claimed it, who
 * ended it, and whether it had expired by then; processes are told apart by their connections' application_name.
 * `chaos.strays` has every commit that left a finished delivery in the queue, or a waiting one out of it.
 */
const TABLES = `
CREATE SCHEMA chaos;
CREATE TABLE chaos.leases (
  token uuid NOT NULL,
  tenant_id integer NOT NULL,
  delivery_id uuid NOT NULL,
  claimed_by text NOT NULL,
  claimed_at timestamptz NOT NULL,
  ended_by text,
  ended_at timestamptz,
  ran_out boolean,
  PRIMARY KEY (tenant_id, delivery_id, token)
);
-- Who holds a lease is asked 20 times a second, and the table grows all the time.
CREATE INDEX ON chaos.leases (claimed_by) WHERE ended_at IS NULL;
CREATE TABLE chaos.strays (stray text NOT NULL)`;

const TRIGGERS = `
CREATE FUNCTION chaos.note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_by text := current_setting('application_name');
BEGIN
  IF OLD.lease_token IS NOT NULL AND (TG_OP = 'DELETE' OR NEW.lease_token IS DISTINCT FROM OLD.lease_token) THEN
    UPDATE chaos.leases SET ended_by = v_by, ended_at = clock_timestamp(), ran_out = OLD.leased_until < clock_timestamp()
      WHERE tenant_id = OLD.tenant_id AND delivery_id = OLD.delivery_id AND token = OLD.lease_token;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.lease_token IS NOT NULL AND NEW.lease_token IS DISTINCT FROM OLD.lease_token THEN
    INSERT INTO chaos.leases (token, tenant_id, delivery_id, claimed_by, claimed_at)
      VALUES (NEW.lease_token, NEW.tenant_id, NEW.delivery_id, v_by, clock_timestamp());
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION chaos.compare() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid;
  v_status text;
  v_queued boolean;
BEGIN
  -- The deliveries' trigger has a partition's name here.
  IF TG_TABLE_NAME <> 'webhook_queue' THEN v_id := NEW.id;
  ELSIF TG_OP = 'DELETE' THEN v_id := OLD.delivery_id;
  ELSE v_id := NEW.delivery_id;
  END IF;
  SELECT status, q.delivery_id IS NOT NULL INTO v_status, v_queued FROM webhook_deliveries d
    LEFT JOIN webhook_queue q ON q.tenant_id = d.tenant_id AND q.delivery_id = d.id
    WHERE d.tenant_id = coalesce(NEW.tenant_id, OLD.tenant_id) AND d.id = v_id;
  IF v_queued IS DISTINCT FROM (v_status IN ('PENDING', 'RETRYING')) THEN
    INSERT INTO chaos.strays VALUES (
      v_id || ' was ' || coalesce(v_status, 'unknown') || CASE WHEN v_queued THEN ' in' ELSE ' out of' END || ' the queue');
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER chaos_compare AFTER INSERT OR DELETE ON webhook_queue
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chaos.compare();
CREATE CONSTRAINT TRIGGER chaos_compare AFTER INSERT OR UPDATE OF status ON webhook_deliveries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chaos.compare();
CREATE TRIGGER chaos_note AFTER UPDATE OR DELETE ON webhook_queue FOR EACH ROW EXECUTE FUNCTION chaos.note();
`;

/** Without triggers, as on a cluster, whose machines don't have these tables, nothing is found in them. */
export async function installAudit(url: string, hasTriggers: boolean): Promise<void> {
  await query(url, TABLES);
  if (hasTriggers) await query(url, TRIGGERS);
}

export interface Lease {
  readonly deliveryId: string;
  readonly claimedBy: string;
  readonly endedBy: string | null;
  readonly from: number;
  /** The current time if the lease has not ended. */
  readonly until: number;
}

const ms = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::double precision`;
const LEASE = `SELECT delivery_id AS "deliveryId", claimed_by AS "claimedBy", ended_by AS "endedBy",
  ${ms('claimed_at')} AS "from", ${ms('coalesce(ended_at, clock_timestamp())')} AS "until" FROM chaos.leases`;

/** Leases that lasted longer than `longerThanMs`. */
export const longLeases = (url: string, longerThanMs: number): Promise<Lease[]> =>
  query<Lease>(
    url,
    `${LEASE} WHERE coalesce(ended_at, clock_timestamp()) - claimed_at > $1 * interval '1 ms'`,
    [longerThanMs],
  );

/** Leases that another process ended before they expired: the lease token didn't fence it off. */
export const brokenLeases = (url: string): Promise<Lease[]> =>
  query<Lease>(url, `${LEASE} WHERE ended_by <> claimed_by AND NOT ran_out`);

/** Deliveries whose status and presence in the queue disagreed at a commit. */
export const strays = async (url: string): Promise<string[]> =>
  (await query<{ stray: string }>(url, 'SELECT stray FROM chaos.strays')).map(
    ({ stray }) => `stray: ${stray}`,
  );

/** Whether a process, identified by its application_name, holds a lease. */
export async function holdsLease(url: string, name: string): Promise<boolean> {
  const rows = await query(
    url,
    'SELECT FROM chaos.leases WHERE claimed_by = $1 AND ended_at IS NULL LIMIT 1',
    [name],
  );
  return rows.length > 0;
}

/** Whether another process currently holds a delivery whose lease this one has lost. */
export async function isTakenOver(url: string, name: string): Promise<boolean> {
  const rows = await query(
    url,
    `SELECT FROM webhook_queue q
     JOIN chaos.leases present ON present.tenant_id = q.tenant_id AND present.delivery_id = q.delivery_id
       AND present.token = q.lease_token AND present.claimed_by <> $1
     JOIN chaos.leases lost ON lost.tenant_id = q.tenant_id AND lost.delivery_id = q.delivery_id
       AND lost.claimed_by = $1 AND lost.ended_by <> $1 LIMIT 1`,
    [name],
  );
  return rows.length > 0;
}
