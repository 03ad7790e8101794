import { loadavg } from 'node:os';
import type { Results } from './rounds.ts';
import type { Row } from './rows/row.ts';
import type { Length } from './run-workload.ts';
import { median, range, type Spread } from './statistics.ts';
import type { Round } from './workload.ts';

export interface MeasuredRow {
  /** As it's chosen on the command line. */
  readonly name: string;
  readonly row: Row;
  readonly note?: string | undefined;
  readonly results: Results;
  /** Peaks in bytes. */
  readonly memory: ReadonlyMap<string, number | undefined>;
}

const COLUMNS = [
  'request',
  'server',
  'per s',
  '× Fastify',
  '× raw',
  'p50 ms',
  'p99 ms',
  'p99, × raw',
  'server CPU µs',
  'CPU, × Fastify',
  'PostgreSQL CPU µs',
  'peak MB',
];
const MB = 1024 * 1024;

export const perSecond = ({ operations, seconds }: Round): number => operations / seconds;
const perCpuSecond = ({ operations, cpuSeconds }: Round): number => operations / cpuSeconds;

/** A Markdown table. Ratios are taken in each round: their median has the lowest and highest behind it. */
export function tableOf(measured: readonly MeasuredRow[], { rounds, seconds }: Length): string {
  const lines = measured.flatMap(linesOf);
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(', ');
  return [
    `Median of ${rounds} rounds of ${seconds} s, node ${process.version}, load average at the end ${load}`,
    '',
    markdown(COLUMNS),
    ruleOf(COLUMNS.length, 2),
    ...lines.map(markdown),
  ].join('\n');
}

export const markdown = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
/** Below the header. The columns after those of text are numbers. */
export const ruleOf = (columns: number, texts: number): string =>
  markdown(Array.from({ length: columns }, (_, index) => (index < texts ? '---' : '--:')));

export const titleOf = ({ row, note }: MeasuredRow): string =>
  [
    row.title,
    `${row.connections} connection${row.connections === 1 ? '' : 's'}`,
    ...(note ? [note] : []),
  ].join('; ');

function linesOf(measured: MeasuredRow): string[][] {
  const { results, memory } = measured;
  const ofPeer = (name: string): readonly Round[] | undefined => results.get(name);
  return [...results].map(([name, rounds], index) => {
    const hasServer = rounds.some(({ cpuSeconds }) => cpuSeconds > 0);
    const bytes = memory.get(name);
    return [
      index === 0 ? titleOf(measured) : '',
      name,
      decimals(median(rounds.map(perSecond))),
      ratio(rounds, name === 'Fastify' ? undefined : ofPeer('Fastify'), perSecond),
      ratio(rounds, name === 'raw' ? undefined : ofPeer('raw'), perSecond),
      decimals(median(rounds.map(({ p50Ms }) => p50Ms))),
      decimals(median(rounds.map(({ p99Ms }) => p99Ms))),
      ratio(rounds, name === 'raw' ? undefined : ofPeer('raw'), ({ p99Ms }) => p99Ms),
      hasServer ? microseconds(rounds.map((round) => 1 / perCpuSecond(round))) : '',
      hasServer ? ratio(rounds, name === 'Fastify' ? undefined : ofPeer('Fastify'), perCpuSecond) : '',
      microseconds(rounds.map(({ postgresCpuSeconds = 0, operations }) => postgresCpuSeconds / operations)),
      bytes === undefined ? '' : (bytes / MB).toFixed(0),
    ];
  });
}

const microseconds = (seconds: readonly number[]): string => (1e6 * median(seconds)).toFixed(0);
const decimals = (value: number): string => value.toFixed(value < 1 ? 3 : value < 100 ? 1 : 0);

export function ratio(
  rounds: readonly Round[],
  peer: readonly Round[] | undefined,
  measure: (round: Round) => number,
): string {
  if (!peer) return '';
  return spreadText(ratioOf(rounds, peer, measure));
}

/** The spread of what one has, divided by what the other has in the same round. */
export const ratioOf = (
  rounds: readonly Round[],
  peer: readonly Round[],
  measure: (round: Round) => number,
): Spread => range(rounds.map((round, turn) => measure(round) / measure(peer[turn]!)));

export const spreadText = ({ median, lowest, highest }: Spread): string =>
  `**${median.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
