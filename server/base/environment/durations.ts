const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads durations such as `30s,5m,1h` as ms, or returns undefined. */
export function parseDurations(text: string): number[] | undefined {
  const read = text.split(',').map((word) => {
    const [, count, unit] = /^\s*(\d{1,6})([smh])\s*$/.exec(word) ?? [];
    return unit === undefined ? Number.NaN : Number(count) * UNITS[unit]!;
  });
  return read.some(Number.isNaN) ? undefined : read;
}
