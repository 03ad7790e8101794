/** CLOCK_MONOTONIC, in ms: on Linux the same in all processes. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
