import type { ContestantName } from './contestants.ts';
import { range, type Spread } from './statistics.ts';
import { type MeasuredRow, markdown, perSecond, ratioOf, ruleOf, spreadText } from './table.ts';
import type { Round } from './workload.ts';

const cpu = ({ cpuSeconds, operations }: Round): number => cpuSeconds / operations;
const p99 = ({ p99Ms }: Round): number => p99Ms;

/** What Tradepost has, divided by a peer's in the same round. */
interface Goal {
  readonly what: string;
  /** The row's name. */
  readonly row: string;
  readonly peer: ContestantName;
  /** Its peak, which has no rounds. */
  readonly of: ((round: Round) => number) | 'memory';
  readonly bar: string;
  readonly farthest: string;
}

/** Bars for the load of 1 000 tenants, and how far it may go. */
const GOALS: readonly Goal[] = [
  { what: 'get, requests', row: 'get', peer: 'Fastify', of: perSecond, bar: '≥ 1.1', farthest: '1.25' },
  { what: 'get, requests', row: 'get', peer: 'raw', of: perSecond, bar: '≥ 0.85', farthest: '1' },
  { what: 'get, server CPU', row: 'get', peer: 'raw', of: cpu, bar: '≤ 1.2', farthest: '1' },
  { what: 'list, requests', row: 'list', peer: 'raw', of: perSecond, bar: '≥ 0.9', farthest: '1.1' },
  { what: 'list, peak memory', row: 'list', peer: 'raw', of: 'memory', bar: '≤ 1.6', farthest: '1.3' },
  { what: 'order, requests', row: 'order', peer: 'Fastify', of: perSecond, bar: '≥ 1.8', farthest: '2.5' },
  { what: 'get at a fixed rate, p99', row: 'get-rate', peer: 'raw', of: p99, bar: '≤ 1.3', farthest: '1.1' },
  {
    what: 'list at a fixed rate, p99',
    row: 'list-rate',
    peer: 'raw',
    of: p99,
    bar: '≤ 1.3',
    farthest: '1.1',
  },
  { what: 'feed, requests', row: 'feed', peer: 'Fastify', of: perSecond, bar: '≥ 1', farthest: '1.2' },
];

/** A Markdown table of the bars that the measured rows say something about. */
export function goalsTable(measured: readonly MeasuredRow[]): string {
  const columns = ['what', 'divided by', 'asked', 'reached', 'as far as it goes'];
  const lines = GOALS.flatMap((goal) => {
    const reached = reachedBy(goal, measured);
    return reached === undefined ? [] : [[goal.what, goal.peer, goal.bar, textOf(reached), goal.farthest]];
  });
  return [markdown(columns), ruleOf(columns.length, 2), ...lines.map(markdown)].join('\n');
}

function reachedBy({ row, peer, of }: Goal, measured: readonly MeasuredRow[]): Spread | undefined {
  const found = measured.find(({ name }) => name === row);
  if (found === undefined || !found.results.has(peer)) return undefined;
  return of === 'memory'
    ? memoryRatio(found, peer)
    : ratioOf(found.results.get('Tradepost')!, found.results.get(peer)!, of);
}

function memoryRatio({ memory }: MeasuredRow, peer: ContestantName): Spread | undefined {
  const [own, other] = [memory.get('Tradepost'), memory.get(peer)];
  return own === undefined || other === undefined ? undefined : range([own / other]);
}

/** Memory has one value. */
const textOf = (spread: Spread): string =>
  spread.lowest === spread.highest ? spread.median.toFixed(2) : spreadText(spread);
