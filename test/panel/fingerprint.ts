import type { TestEnvironment } from '../support/test-environment.ts';

/** They change by themselves: sessions, and what the API writes in batches after it has answered. */
const CHANGING = [
  'panel.sessions',
  'panel.operator_sessions',
  'public.refused_requests',
  'public.refused_request_counts',
  'rate_limit.activity',
  'public.stored_bytes',
];

/** The last use of an API key is written up to 12 s after it. */
const ROW = "(to_jsonb(t) - 'last_used_at')::text";

let tables: string[] | undefined;

/** A hash of every table's rows. Two that are equal show that nothing was changed in between. */
export async function fingerprint({
  context: { db },
}: Pick<TestEnvironment, 'context'>): Promise<Record<string, string>> {
  tables ??= (
    await db.query<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname NOT IN ('pg_catalog', 'information_schema')
         AND nspname NOT LIKE 'pg_toast%' ORDER BY 1`,
      [],
    )
  )
    .map(({ name }) => name)
    .filter((name) => !CHANGING.includes(name));
  const hashes = tables.map(
    (name) => `(SELECT md5(coalesce(string_agg(${ROW}, ',' ORDER BY ${ROW}), '')) FROM ${name} t)`,
  );
  // Prepared: to plan it for all partitions takes longer than to run it, which some tests do hundreds of times.
  const text = `SELECT ARRAY[${hashes.join(', ')}] AS hashes`;
  const [row] = await db.query<{ hashes: string[] }>({ name: 'test: fingerprint', text }, []);
  return Object.fromEntries(tables.map((name, index) => [name, row!.hashes[index]!]));
}
