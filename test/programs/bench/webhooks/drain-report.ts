import { median, range, type Spread } from '../statistics.ts';
import type { Drain } from './drain-round.ts';

export type Drains = ReadonlyMap<string, readonly Drain[]>;

/** The least ratio of the rate to that of each named sender. */
export type Goals = Readonly<Record<string, number>>;

export const rateOf = ({ count, seconds }: Drain): number => count / seconds;

/** The ratio of each round to the round of `other` in the same turn. */
export function ratioOf(drains: Drains, name: string, other: string): Spread {
  const others = drains.get(other)!;
  return range(drains.get(name)!.map((drain, turn) => rateOf(drain) / rateOf(others[turn]!)));
}

/** Prints a table of all results, the ratios of `judged` with their goals, and the same as a line of JSON. */
export function printDrains(title: string, drains: Drains, judged: string, goals: Goals): void {
  const lines = [...drains].map(([name, rounds]) => lineOf(name, rounds));
  console.log(`\n${title}`);
  console.table(Object.fromEntries(lines.map(({ name, ...cells }) => [name, cells])));
  const ratios = Object.entries(goals).map(([name, goal]) => ({
    to: name,
    goal,
    ...ratioOf(drains, judged, name),
  }));
  for (const { to, goal, ...ratio } of ratios)
    console.log(
      `${judged} vs ${to}: ${spreadText(ratio)}, goal ≥ ${goal}${ratio.median < goal ? ': MISSED' : ''}`,
    );
  console.log(JSON.stringify({ drain: title, lines, judged, ratios }));
}

function lineOf(
  name: string,
  rounds: readonly Drain[],
): { readonly name: string } & Record<string, string | number> {
  const { median: middle, lowest, highest } = range(rounds.map(rateOf));
  return {
    name,
    'per second': Math.round(middle),
    spread: `${Math.round(lowest)}–${Math.round(highest)}`,
    'CPU µs/delivery': Math.round(median(rounds.map(({ cpuSeconds, count }) => (cpuSeconds * 1e6) / count))),
    'store CPU µs': Math.round(median(rounds.map(({ storeSeconds, count }) => (storeSeconds * 1e6) / count))),
    'endpoint server CPU µs': Math.round(
      median(rounds.map(({ endpointServerSeconds, count }) => (endpointServerSeconds * 1e6) / count)),
    ),
    'core busy %': Math.round(median(rounds.map(({ cpuSeconds, seconds }) => (cpuSeconds / seconds) * 100))),
  };
}

export const spreadText = ({ median: middle, lowest, highest }: Spread): string =>
  `${middle.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
