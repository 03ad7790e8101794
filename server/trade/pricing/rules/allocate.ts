/**
 * Splits an amount in proportion to weights, by largest remainder. Each part is rounded down to whole cents; the cents
 * that are left over go, one each, to the parts with the largest remainders, and among equal remainders to the first. The
 * parts sum to the amount exactly. If the amount is at most the sum of the weights, no part exceeds its weight.
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
