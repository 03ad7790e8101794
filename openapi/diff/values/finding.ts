import type { Contract } from '../contract.ts';
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
  readonly from: Contract;
  readonly to: Contract;
  readonly compare: (from: Place, to: Place) => Finding[];
}

/** The side of the released contract, whose places the reader knows. */
export function released<T>(direction: Direction, from: T, to: T): T {
  return direction === 'request' ? from : to;
}

export function finding(
  { direction }: Comparing,
  [from, to]: readonly [Variant, Variant],
  keyword: string,
  text: string,
): Finding {
  return { at: released(direction, from, to).at, keyword, text };
}

export const listed = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');
