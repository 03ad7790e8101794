import type { Querier } from '../../../server/db/querier.ts';
import { literal, type PlanCacheMode } from '../../support/explain.ts';
import type { RecordedQuery } from '../../support/query-recorder.ts';

/** The settings that server/main/roles/worker-database.ts makes on each of its connections. */
const WORKER_SETTINGS = ['SET LOCAL enable_seqscan = off', 'SET LOCAL enable_bitmapscan = off'];

/** The plan of a query, with the rows and buffers of a real execution. What the query writes is rolled back. */
export async function explainQuery(
  db: Querier,
  { text, values }: RecordedQuery,
  mode: PlanCacheMode,
  onWorker: boolean,
): Promise<string> {
  const execute = `EXECUTE explained${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
  const explain = async (options: string): Promise<string> => {
    await db.query('SAVEPOINT before_explain', []);
    for (const setting of [`SET LOCAL plan_cache_mode = ${mode}`, ...(onWorker ? WORKER_SETTINGS : [])])
      await db.query(setting, []);
    const rows = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (${options}) ${execute}`, []);
    await db.query('ROLLBACK TO before_explain', []);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  await db.query(`PREPARE explained AS ${text}`, []);
  await explain('ANALYZE'); // the first execution also reads system catalogs
  const plan = await explain('ANALYZE, BUFFERS');
  await db.query('DEALLOCATE explained', []);
  return plan;
}
