import { MOST_GROWTH } from './memory-watch.ts';
import type { FuzzResult } from './run.ts';

/** Fewer, and most of the code behind the checks would not be reached. */
const LEAST_SUCCESS_SHARE = 0.3;

/** All that is wrong with a run. In a short one an operation may have had no luck. */
export function violationsOf(
  { findings, statistics, memory }: FuzzResult,
  { isLong }: { readonly isLong: boolean },
): string[] {
  const found = findings.all.map(({ signature, text, seenIn }, i) => {
    const where = [...seenIn].map(([operation, times]) => `${operation} ×${times}`).join(', ');
    return `--- ${i + 1}. ${signature}\nin ${where}\n${text}`;
  });
  const share = statistics.successShare;
  return [
    ...found,
    ...(share >= LEAST_SUCCESS_SHARE ? [] : [`only ${(100 * share).toFixed(1)} % of the requests succeeded`]),
    ...(isLong ? statistics.neverSucceeded.map((id) => `${id} never succeeded`) : []),
    ...(memory.growth <= MOST_GROWTH ? [] : [`the service's memory grew: ${memory.line()}`]),
  ];
}
