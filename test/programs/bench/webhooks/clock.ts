/** CLOCK_MONOTONIC in ms; on Linux all processes share it. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
