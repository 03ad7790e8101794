/** What a JSON value weighs beside its text. With it 1000 values are as heavy as 16 kB of text. */
const COST_PER_VALUE = 16;

/**
 * What checking a JSON value for every issue may cost: the characters of its keys and texts, and a fixed weight for each
 * value. Stops counting above `most`.
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
