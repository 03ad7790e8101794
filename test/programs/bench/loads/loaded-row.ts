import type { Contest, Contestant } from '../contestants.ts';
import type { Row } from '../rows/row.ts';
import type { Candidate } from '../workload.ts';

/** A row whose contestants are running. */
export interface LoadedRow extends Contest {
  readonly row: Row;
  readonly contestants: readonly Contestant[];
  readonly postgresCpuSeconds: () => number;
  /** How long a round is. */
  readonly seconds: number;
}

export interface RowCandidates {
  readonly candidates: readonly Candidate[];
  /** What the reader of the table has to know besides the row's title. */
  readonly note?: string;
}
