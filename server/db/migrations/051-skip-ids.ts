import type { Step } from './migration.ts';

/** A restored database doesn't give out again the ids that it gave out in the history that was lost. */
export const name = '051-skip-ids';

/** With the owner's rights: a role that only reads and writes rows may take the next value, and set none. */
export const steps: readonly Step[] = [
  `CREATE FUNCTION skip_ids(p_step bigint) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
     SELECT count(setval(format('%I.%I', schemaname, sequencename)::regclass,
       least(coalesce(last_value, start_value) + p_step, max_value)))
     FROM pg_catalog.pg_sequences WHERE schemaname = current_schema()
   $$`,
];
