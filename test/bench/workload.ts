/** Says what has to be undone when the bench ends, however it ends. */
export type Defer = (cleanup: () => Promise<unknown>) => void;

/** What one candidate did in one round. */
export interface Round {
  readonly operations: number;
  readonly seconds: number;
  /** User and system time of the candidate's process: it tells the same on a busy machine. */
  readonly cpuSeconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Candidate {
  readonly name: string;
  /** Works for that long. Throws when an operation failed: what was not done right was not done fast. */
  round(seconds: number): Promise<Round>;
}

/** One kind of work, and who does it. The ratios are to the candidate named `baseline`. */
export interface Workload {
  readonly name: string;
  readonly baseline: string;
  /** What a reader of the figures has to know. */
  readonly notes: readonly string[];
  setUp(defer: Defer): Promise<readonly Candidate[]>;
}
