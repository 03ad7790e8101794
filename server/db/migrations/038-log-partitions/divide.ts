export interface Log {
  readonly table: string;
  /** The column whose range decides on the partition. */
  readonly key: string;
  readonly indexes: readonly (readonly [name: string, columns: string])[];
  readonly primaryKey: string;
}

const LIKE_ALL = 'INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE' as const;

/**
 * Puts an empty partitioned table in the place of the one that exists, which becomes its first partition. PostgreSQL reads no row: the
 * constraint has_random_id proves that all of them belong there, and each index of the new table finds its part already built.
 */
export const divide = ({ table, key, indexes, primaryKey }: Log, firstRandomId: string): string => `
ALTER TABLE ${table} RENAME TO ${table}_random_ids;
ALTER INDEX ${table}_pkey RENAME TO ${table}_random_ids_pkey;
${indexes.map(([name]) => `ALTER INDEX ${name} RENAME TO ${name}_random_ids;`).join('\n')}
CREATE TABLE ${table} (LIKE ${table}_random_ids ${LIKE_ALL}) PARTITION BY RANGE (${key});
ALTER TABLE ${table} DROP CONSTRAINT has_random_id, ADD PRIMARY KEY ${primaryKey};
${indexes.map(([name, columns]) => `CREATE INDEX ${name} ON ${table} ${columns};`).join('\n')}
ALTER TABLE ${table} ATTACH PARTITION ${table}_random_ids FOR VALUES FROM ('${firstRandomId}') TO (MAXVALUE);
`;

/** Any number that no other advisory lock uses. */
const PARTITIONS_LOCK = 7_403_206;
/** 30 days, beginning at midnight UTC. */
const HOURS = 720;

/** Attaching locks out nobody but another change of the table; CREATE TABLE … PARTITION OF would lock out everybody. */
export const MAKE_PARTITIONS = `
-- Makes the partitions of the present month and of the next. Without the present one's, in a gap of the service's life, the
-- first covers the gap as well.
CREATE FUNCTION make_log_partitions(p_at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_current integer := log_hour(p_at) / ${HOURS};
  v_from integer;
  v_until integer;
  v_suffix text;
  v_log record;
  v_made integer := 0;
BEGIN
  -- Only looks, in all but one run a month.
  IF (SELECT max(until_hour) FROM log_partitions) >= (v_current + 2) * ${HOURS} THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(${PARTITIONS_LOCK});
  LOOP
    SELECT max(until_hour) INTO v_from FROM log_partitions;
    EXIT WHEN v_from >= (v_current + 2) * ${HOURS};
    v_until := greatest(v_current, coalesce(v_from / ${HOURS}, 0)) * ${HOURS} + ${HOURS};
    v_suffix := to_char(to_timestamp((v_until - ${HOURS})::bigint * 3600) AT TIME ZONE 'UTC', 'YYYYMMDD');
    FOR v_log IN VALUES ('events', 'event_id', ''), ('webhook_deliveries', 'id', 'WITH (fillfactor = 50)'),
      ('webhook_attempts', 'delivery_id', 'WITH (fillfactor = 50)')
    LOOP
      EXECUTE format('CREATE TABLE %I (LIKE %I ${LIKE_ALL}) %s', v_log.column1 || '_' || v_suffix, v_log.column1, v_log.column3);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%L)', v_log.column1,
        v_log.column1 || '_' || v_suffix, coalesce(quote_literal(first_log_id(v_from)), 'MINVALUE'), first_log_id(v_until));
    END LOOP;
    INSERT INTO log_partitions (until_hour, from_hour, suffix) VALUES (v_until, v_from, v_suffix);
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION last_log_hour() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS ''SELECT %s''',
      v_until - 1);
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END $$;
`;
