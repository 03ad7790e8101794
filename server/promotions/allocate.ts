/**
 * Shares an amount in proportion to weights, in whole cents that sum to it exactly: each part is rounded down, and the
 * cents that are left go to the largest remainders, of equal ones to the first. No part exceeds its weight as long as
 * the amount does not exceed their sum.
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0n);
  if (totalWeight === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / totalWeight);
  const left = Number(amount - parts.reduce((sum, part) => sum + part, 0n));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % totalWeight }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1n;
  return parts;
}
