import type pg from 'pg';
import { literal, PARTITION } from './explain.ts';
import type { RecordedQuery } from './query-recorder.ts';

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

/** Runs a query again and counts the rows that it reads from each table, filtered ones included. */
export async function rowsRead(client: pg.Client, asked: RecordedQuery): Promise<Record<string, number>> {
  const text = asked.text.replaceAll(/\$(\d+)/g, (_, n) => literal(asked.values[Number(n) - 1]));
  const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`);
  const read: Record<string, number> = {};
  const visit = (node: Node): void => {
    const table = node['Relation Name']?.replace(PARTITION, '');
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    if (table !== undefined)
      read[table] = (read[table] ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops'];
    node.Plans?.forEach(visit);
  };
  visit(rows[0]['QUERY PLAN'][0].Plan);
  return read;
}
