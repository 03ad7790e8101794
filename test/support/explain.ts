import type pg from 'pg';
import type { RecordedQuery } from './query-recorder.ts';

/** PostgreSQL plans a prepared statement once for all values (generic), or for the values of each execution (custom). */
export type PlanCacheMode = 'force_generic_plan' | 'force_custom_plan';

export const planCacheModes = ({ name }: RecordedQuery): PlanCacheMode[] =>
  name === undefined ? ['force_custom_plan'] : ['force_generic_plan', 'force_custom_plan'];

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}
interface Root extends Node {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** What a partition's name adds to its table's: the month, of the log; the shard, with `npm run test:partitioned`. */
export const PARTITION = /_(?:random_ids|\d{8})(?:_10\d{4})?$|_10\d{4}$/;

/** The plan of an executed query. */
export interface Plan {
  /** 8 kB pages read, from memory or disk. */
  readonly buffers: number;
  /** The tables with a sequential scan; of those with partitions, if it read a row. */
  readonly scanned: readonly string[];
  /** The largest number of rows that a Sort node read. */
  readonly sorted: number;
  /** A short form for messages. */
  readonly shape: string;
}

/** `settings` is SQL that the query's transaction begins with. */
export async function explain(
  client: pg.Client,
  asked: RecordedQuery,
  planned: PlanCacheMode,
  settings = '',
): Promise<Plan> {
  await client.query(`SET plan_cache_mode = ${planned}`);
  await client.query(`PREPARE asked AS ${asked.text}`);
  try {
    const values = asked.values.map(literal);
    const execute = `EXECUTE asked${values.length > 0 ? `(${values.join(', ')})` : ''}`;
    await client.query(`BEGIN; ${settings}`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${execute}`);
    return planOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE asked');
  }
}

function planOf(root: Root): Plan {
  const nodes = withChildren(root);
  const sorts = nodes.filter((node) => node['Node Type'].endsWith('Sort'));
  return {
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    scanned: nodes.flatMap(scannedBy),
    sorted: Math.max(0, ...sorts.map(({ Plans }) => Plans![0]!['Actual Rows'] * Plans![0]!['Actual Loops'])),
    shape: nodes.map((node) => node['Index Name'] ?? node['Node Type']).join(' < '),
  };
}

function scannedBy(node: Node): string[] {
  const table = node['Relation Name'];
  if (node['Node Type'] !== 'Seq Scan' || table === undefined) return [];
  if (!PARTITION.test(table)) return [table];
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) > 0
    ? [table.replace(PARTITION, '')]
    : [];
}

const withChildren = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(withChildren)];

/** A value as an SQL literal, because EXPLAIN EXECUTE doesn't accept parameters. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return quoted(`{${value.map(element).join(',')}}`);
  return quoted(String(value));
}

const element = (item: unknown): string =>
  JSON.stringify(Buffer.isBuffer(item) ? `\\x${item.toString('hex')}` : item);

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
