/** An hour counts from 1970, in 20 bits: they last until 2089. The rest of an id is random, 62 bits. */
export const IDS = `
CREATE FUNCTION log_hour(p_at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(extract(epoch FROM p_at) / 3600)::integer
$$;

-- The least id of an hour: 40 zero bits, then the hour around the version, 8, which RFC 9562 gives to ids of one's own making.
CREATE FUNCTION first_log_id(p_hour integer) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('00000000-00' || left(lpad(to_hex(p_hour), 5, '0'), 2) || '-8' || right(lpad(to_hex(p_hour), 5, '0'), 3)
    || '-0000-000000000000')::uuid
$$;

-- The last hour that has a partition. make_log_partitions writes this function anew: a constant costs nothing.
CREATE FUNCTION last_log_hour() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 0';

-- If nobody has made the next partition, ids go on in the last hour of the last one: an event is never lost for want of it.
CREATE FUNCTION new_log_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (left(first_log_id(least(log_hour(clock_timestamp()), last_log_hour()))::text, 18)
    || substr(gen_random_uuid()::text, 19))::uuid
$$;

-- The id of an event's delivery to an endpoint: in the event's hour, so that both are in partitions of the same month, and always
-- the same, so that the primary key makes a second delivery of an event to an endpoint impossible.
CREATE FUNCTION delivery_id(p_event_id uuid, p_registration_id integer) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (left(p_event_id::text, 19) || '8' || substr(md5(p_event_id::text || '/' || p_registration_id), 1, 3)
    || '-' || substr(md5(p_event_id::text || '/' || p_registration_id), 4, 12))::uuid
$$;

-- Between these are the ids of an event's deliveries. Those of events from before the partitions are all in one partition.
CREATE FUNCTION least_delivery_id(p_event_id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_event_id < '00000000-0100-0000-0000-000000000000'
    THEN (left(p_event_id::text, 19) || '0000-000000000000')::uuid ELSE '00000000-0100-0000-0000-000000000000' END
$$;
CREATE FUNCTION greatest_delivery_id(p_event_id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_event_id < '00000000-0100-0000-0000-000000000000'
    THEN (left(p_event_id::text, 19) || 'ffff-ffffffffffff')::uuid ELSE 'ffffffff-ffff-ffff-ffff-ffffffffffff' END
$$;
`;

export const NEW_LOGS = `
-- A month of the log: a partition of each of the three tables, for the ids from one hour (NULL: the first) until another.
CREATE TABLE log_partitions (
  until_hour integer PRIMARY KEY,
  from_hour integer,
  suffix text NOT NULL
);

-- The last position of each tenant's feed, which outlives the event that has it.
CREATE TABLE feed_ends (
  tenant_id integer PRIMARY KEY REFERENCES tenants,
  position bigint NOT NULL
);
`;
