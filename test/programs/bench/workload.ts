/** Registers a clean-up that runs when the benchmark ends, also after an error. */
export type Defer = (cleanup: () => Promise<unknown>) => void;

/** What one candidate did in one round. */
export interface Round {
  readonly operations: number;
  readonly seconds: number;
  /** User and system time of the candidate's process, which other load on the machine affects little. */
  readonly cpuSeconds: number;
  /** The same of PostgreSQL, for all its processes. */
  readonly postgresCpuSeconds?: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Candidate {
  readonly name: string;
  /** Runs for that many seconds. Throws if an operation failed, because its time would mean nothing. */
  round(seconds: number): Promise<Round>;
  /** Of its process so far, in bytes. */
  peakMemory?(): number;
}

/** One kind of work and its candidates. Ratios are relative to the candidate named `baseline`. */
export interface Workload {
  readonly name: string;
  readonly baseline: string;
  /** What a reader of the results has to know. */
  readonly notes: readonly string[];
  setUp(defer: Defer): Promise<readonly Candidate[]>;
}
