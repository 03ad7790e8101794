import type { Transaction } from '../../../db/querier.ts';
import type { ErasedCounts } from '../erasure.ts';

/** Where an erasure is. */
export interface Progress {
  readonly tenantId: number;
  readonly customerId: number;
  /** The key of the last row that the step has dealt with; undefined at its beginning. */
  readonly position: string | undefined;
  readonly terms: readonly string[];
  /** When a worker saw that the last event had been erased; null before. */
  readonly eventsErasedAt: string | null;
}

export interface StepResult {
  /** Undefined when the step has dealt with its last row. */
  readonly position: string | undefined;
  readonly erased: Partial<ErasedCounts>;
}

/** Deals with a limited number of rows, so that a transaction takes some tens of milliseconds. Undefined: it can't go on just now. */
export type Step = (tx: Transaction, progress: Progress) => Promise<StepResult | undefined>;

/** Before any id. */
export const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

/** The key of the last of `size` rows; a page with fewer is the last one. */
export const after = (keys: readonly (string | number)[], size: number): string | undefined =>
  keys.length < size ? undefined : String(keys.at(-1));
