import type { Place, Variant } from './variant.ts';

/** A request's values must all be accepted by the current contract, a response's values all be known to the released one. */
export type Direction = 'request' | 'response';

export interface Finding {
  /** The JSON Pointer of the schema in the released contract. */
  readonly at: string;
  /** The keyword that changed, empty if the whole schema is gone. */
  readonly keyword: string;
  readonly text: string;
  /** Whether the keyword is there no more. */
  readonly isGone?: boolean;
}

/** Compares the values that are sent (`from`) with those that their receiver can read (`to`). */
export interface Comparing {
  readonly direction: Direction;
  readonly compare: (from: Place, to: Place) => Finding[];
}

export type Pair = readonly [from: Variant, to: Variant];

/** The side of the released contract, whose places the reader knows. */
export function released<T>(direction: Direction, from: T, to: T): T {
  return direction === 'request' ? from : to;
}

export function finding({ direction }: Comparing, [from, to]: Pair, keyword: string, text: string): Finding {
  return { at: released(direction, from, to).at, keyword, text };
}

/** Each once: branches of a union may have the same. */
export const distinct = <T extends Finding>(findings: readonly T[]): T[] => [
  ...new Map(findings.map((each) => [JSON.stringify(each), each])).values(),
];

export const listed = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');
