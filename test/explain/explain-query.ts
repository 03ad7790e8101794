import type { Querier } from '../../server/db/querier.ts';
import { literal, type PlanCacheMode } from '../support/explain.ts';
import type { RecordedQuery } from '../support/query-recorder.ts';

/** As server/webhooks/queue/worker-database.ts has it for each of its connections. */
const WORKER_SETTINGS = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off';

/** The plan of a query with the rows and buffers that it really took. What the query writes is rolled back. */
export async function explainQuery(
  db: Querier,
  { text, values }: RecordedQuery,
  mode: PlanCacheMode,
  onWorker: boolean,
): Promise<string> {
  await db.query('SAVEPOINT before_explain', []);
  await db.query(`SET LOCAL plan_cache_mode = ${mode}`, []);
  if (onWorker) for (const setting of WORKER_SETTINGS.split('; ')) await db.query(setting, []);
  await db.query(`PREPARE explained AS ${text}`, []);
  const execute = `EXECUTE explained${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
  // The first execution reads PostgreSQL's own tables as well, which would be counted.
  await db.query(`EXPLAIN (ANALYZE) ${execute}`, []);
  await db.query('ROLLBACK TO before_explain', []);
  await db.query(`SET LOCAL plan_cache_mode = ${mode}`, []);
  if (onWorker) for (const setting of WORKER_SETTINGS.split('; ')) await db.query(setting, []);
  const rows = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${execute}`, []);
  await db.query('ROLLBACK TO before_explain', []);
  await db.query('DEALLOCATE explained', []);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
