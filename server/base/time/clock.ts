/** The time of day, in milliseconds since 1970. */
export interface Clock {
  readonly nowMs: () => number;
}
