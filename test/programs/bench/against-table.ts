import { type MeasuredRow, markdown, ratio, ruleOf, titleOf } from './table.ts';
import type { Round } from './workload.ts';

/** What decides between two builds. Of the first more is better, of the others less. */
const MEASURES: Readonly<Record<string, (round: Round) => number>> = {
  'requests/s': ({ operations, seconds }) => operations / seconds,
  'server CPU': ({ cpuSeconds, operations }) => cpuSeconds / operations,
  'PostgreSQL CPU': ({ postgresCpuSeconds = 0, operations }) => postgresCpuSeconds / operations,
  'server + PostgreSQL CPU': ({ cpuSeconds, postgresCpuSeconds = 0, operations }) =>
    (cpuSeconds + postgresCpuSeconds) / operations,
  p99: ({ p99Ms }) => p99Ms,
};

/** A Markdown table of what this build has, divided by what the build before has in the same round. */
export const againstTable = (measured: readonly MeasuredRow[]): string =>
  [
    'Tradepost, × before; CPU per request',
    '',
    markdown(['request', ...Object.keys(MEASURES)]),
    ruleOf(1 + Object.keys(MEASURES).length, 1),
    ...measured.map((row) => markdown([titleOf(row), ...ratiosOf(row)])),
  ].join('\n');

const ratiosOf = ({ results }: MeasuredRow): string[] =>
  Object.values(MEASURES).map((measure) => ratio(results.get('Tradepost')!, results.get('before'), measure));
