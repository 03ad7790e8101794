/** Says what has to be undone when the bench ends, however it ends. */
export type Defer = (undo: () => Promise<unknown>) => void;

/** What one contestant did in one round. */
export interface Round {
  readonly operations: number;
  readonly seconds: number;
  /** User and system time of the contestant's process: it tells the same on a busy machine. */
  readonly cpuSeconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Contestant {
  readonly name: string;
  /** Works for that long. Throws when an operation failed: what was not done right was not done fast. */
  round(seconds: number): Promise<Round>;
}

/** One kind of work, and who does it. The ratios are to the contestant named `baseline`. */
export interface Workload {
  readonly name: string;
  readonly baseline: string;
  /** What a reader of the figures has to know. */
  readonly notes: readonly string[];
  setUp(defer: Defer): Promise<readonly Contestant[]>;
}
