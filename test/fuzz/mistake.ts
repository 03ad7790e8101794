import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzOperation } from './operations.ts';

/** Two numbers that decide which of the mistakes of a kind it is, and where. */
export type Draw = readonly [which: number, where: number];

/** Makes one mistake in a request; undefined when the request has nothing to break in this way. */
export type Mistake = (request: FuzzRequest, operation: FuzzOperation, draw: Draw) => FuzzRequest | undefined;

export const pickOne = <T>(list: readonly T[], draw: number): T => list[draw % list.length]!;
