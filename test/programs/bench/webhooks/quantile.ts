/** The value that the fraction `part` of the values doesn't exceed (nearest rank). */
export function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!;
}
