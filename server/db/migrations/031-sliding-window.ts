export const name = '031-sliding-window';

/**
 * The rate limit's windows, for installations without Redis. They count and forget, so they aren't logged, like
 * rate_limit.windows, which the counters of the panel still use. The same is written in api/limits/sliding-window.ts.
 */
export const sql = `
CREATE UNLOGGED TABLE rate_limit.minutes (
  tenant_id integer PRIMARY KEY,
  at_ms bigint[] NOT NULL DEFAULT '{}',
  counts integer[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);

-- Takes up to "points" requests, as many as the plan allows. "clock_ms" is for tests: by default it's the database's clock, read
-- when the row is locked, because the clocks of the processes differ.
CREATE FUNCTION rate_limit.take(
  tenant integer, points integer, plan_limit integer, clock_ms bigint DEFAULT NULL,
  OUT taken integer, OUT used integer, OUT wait_ms bigint
) LANGUAGE plpgsql AS $$
DECLARE
  ats bigint[];
  ns integer[];
  now_ms bigint;
  first integer := 1;
  remaining integer;
BEGIN
  LOOP
    SELECT m.at_ms, m.counts INTO ats, ns FROM rate_limit.minutes m WHERE m.tenant_id = tenant FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_limit.minutes (tenant_id) VALUES (tenant) ON CONFLICT DO NOTHING;
  END LOOP;
  now_ms := greatest(coalesce(clock_ms, floor(extract(epoch FROM clock_timestamp()) * 1000)), ats[cardinality(ats)]);
  WHILE ats[first] <= now_ms - 60000 LOOP first := first + 1; END LOOP;
  ats := ats[first:];
  ns := ns[first:];
  used := coalesce((SELECT sum(n) FROM unnest(ns) n), 0);
  taken := greatest(0, least(points, plan_limit - used));
  IF taken > 0 THEN
    IF ats[cardinality(ats)] / 500 = now_ms / 500 THEN
      ats[cardinality(ats)] := now_ms;
      ns[cardinality(ns)] := ns[cardinality(ns)] + taken;
    ELSE
      ats := ats || now_ms;
      ns := ns || taken;
    END IF;
    UPDATE rate_limit.minutes SET at_ms = ats, counts = ns WHERE tenant_id = tenant;
  END IF;
  used := used + taken;
  remaining := used;
  wait_ms := 60000;
  FOR i IN 1 .. cardinality(ns) LOOP
    remaining := remaining - ns[i];
    IF remaining < plan_limit THEN
      wait_ms := ats[i] + 60000 - now_ms;
      EXIT;
    END IF;
  END LOOP;
END $$;
`;
