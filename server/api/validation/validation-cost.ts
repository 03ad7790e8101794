/** A value costs as much as 16 characters: 1000 values as much as 16 kB of text. */
export const COST_PER_VALUE = 16;

/**
 * Estimates what collecting every issue of a JSON value may cost: the characters of its keys and strings, and a fixed
 * cost per value. Stops counting above the limit.
 */
export function validationCost(body: unknown, limit: number): number {
  const pending: unknown[] = [body];
  let cost = 0;
  while (pending.length > 0 && cost <= limit) {
    const value = pending.pop();
    cost += COST_PER_VALUE;
    if (typeof value === 'string') cost += value.length;
    else if (Array.isArray(value)) {
      if (value.length * COST_PER_VALUE > limit) return limit + 1;
      pending.push(...value);
    } else if (typeof value === 'object' && value !== null)
      for (const name in value) {
        cost += name.length;
        if (cost > limit) break;
        pending.push((value as Record<string, unknown>)[name]);
      }
  }
  return cost;
}
