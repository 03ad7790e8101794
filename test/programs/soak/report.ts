import { loadavg } from 'node:os';
import { grouped, isCalm } from './record.ts';
import type { SoakResult } from './run-soak.ts';
import { MINUTE_MS, medianMemory } from './watch.ts';

/** The first ones tell what went wrong. */
const VIOLATIONS_SHOWN = 40;

/** The table at the end of a soak. */
export const reportOf = (result: SoakResult): string[] => [
  ...section('Memory in MB, the median of each minute', memoryRows(result)),
  ...section('First third, then the last, outside of faults', result.figures),
  ...section(
    'Counts',
    Object.entries(result.counts).map(([name, count]) => `${name}: ${count}`),
  ),
  ...section('Failed requests', failureRows(result)),
  ...section('Faults, in seconds from the start', faultRows(result)),
  ...section(`Violations: ${result.violations.length}`, result.violations.slice(0, VIOLATIONS_SHOWN)),
  `Load average at the end: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(', ')}`,
];

const section = (title: string, rows: readonly string[]): string[] => [
  '',
  title,
  ...(rows.length > 0 ? rows : ['none']).map((row) => `  ${row}`),
];

function memoryRows({ record: { span, memory } }: SoakResult): string[] {
  const minuteOf = (at: number): string => String(1 + Math.floor((at - span.from) / MINUTE_MS));
  return grouped(memory, ({ at }) => minuteOf(at)).map(
    ([minute, samples]) =>
      `minute ${minute.padStart(2)}: ${medianMemory(samples)
        .map((each) => each.join(' '))
        .join(', ')}`,
  );
}

/** Equal failures together: how many there were, and how many of them no fault excuses. */
function failureRows({ record: { faults, responses }, rules }: SoakResult): string[] {
  const calm = isCalm(faults, rules.afterFaultMs);
  const failed = responses.filter(({ failure }) => failure !== undefined);
  return grouped(failed, ({ kind, failure }) => `${kind}: ${failure}`).map(
    ([what, all]) => `${all.length} × ${what} (${all.filter(calm).length} without a fault)`,
  );
}

function faultRows({ record: { span }, faults }: SoakResult): string[] {
  const seconds = (at: number): string => ((at - span.from) / 1000).toFixed(0);
  return faults
    .toSorted((a, b) => a.from - b.from)
    .map(({ what, from, until }) => `${seconds(from)} to ${seconds(until)}: ${what}`);
}
