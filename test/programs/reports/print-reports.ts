import type pg from 'pg';
import { readReport } from './read-report.ts';

interface ReportsToPrint {
  readonly baseUrl: string;
  readonly key: string;
  /** For looking at PostgreSQL's processes. */
  readonly client: pg.Client;
  readonly lastDay: string;
}

const GROUPS = ['day', 'product', 'customer', 'channel'];
/** The first reading of a table's pages may come from the disk. */
const ROUNDS = 3;
const MB = 1024 * 1024;

/** Reads the four groupings of all orders, of a week and of one day. Returns how many weren't answered with 200. */
export async function printReports({ baseUrl, key, client, lastDay }: ReportsToPrint): Promise<number> {
  const ranges: readonly (readonly [what: string, from: string])[] = [
    ['all', '2024-01-01'],
    ['week', daysBefore(lastDay, 6)],
    ['day', lastDay],
  ];
  let failed = 0;
  console.log(
    'range | group_by | seconds, best of all | processor of PostgreSQL, s | kB | heap MB | PostgreSQL process MB',
  );
  for (const [what, from] of ranges)
    for (const group_by of GROUPS) {
      const query = { start_date: from, end_date: lastDay, group_by, time_zone: 'UTC' };
      const reads = [];
      for (let round = 0; round < ROUNDS; round += 1)
        reads.push(await readReport(baseUrl, key, query, client));
      failed += reads.filter(({ status }) => status !== 200).length;
      const seconds = reads.map((read) => read.seconds);
      const mb = (bytes: readonly number[]): string => (Math.max(...bytes) / MB).toFixed(0);
      console.log(
        [
          ...[
            what,
            group_by,
            `${Math.min(...seconds).toFixed(2)} of ${seconds.map((each) => each.toFixed(2)).join(', ')}`,
          ],
          Math.min(...reads.map((read) => read.cpuSeconds)).toFixed(2),
          ...[(reads[0]!.bytes / 1_000).toFixed(0), mb(reads.map((read) => read.heapBytes))],
          mb(reads.map((read) => read.backendBytes)),
        ].join(' | '),
      );
    }
  return failed;
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
