import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzOperation } from './operations.ts';

/** Two numbers that choose a mistake and its position. */
export type Draw = readonly [which: number, where: number];

/** Adds one mistake to a request. Undefined if this mistake isn't possible in the request. */
export type Mistake = (request: FuzzRequest, operation: FuzzOperation, draw: Draw) => FuzzRequest | undefined;

export const pickOne = <T>(list: readonly T[], draw: number): T => list[draw % list.length]!;
