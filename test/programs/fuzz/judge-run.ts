import { MOST_GROWTH } from './memory-watch.ts';
import type { FuzzResult } from './run.ts';

/** With a smaller share, most of the code after validation isn't reached. */
const LEAST_SUCCESS_SHARE = 0.3;

/** The failures of a run. In a short run it isn't a failure that an operation never succeeded. */
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
