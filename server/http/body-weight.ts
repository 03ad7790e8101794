/** What a JSON value weighs beside its text. With it 1000 values are as heavy as 16 kB of text. */
const VALUE_WEIGHT = 16;

/**
 * What checking a JSON value for every issue may cost: the characters of its keys and texts, and a fixed weight for each
 * value. Stops counting above `most`.
 */
export function weightOf(body: unknown, most: number): number {
  const rest: unknown[] = [body];
  let weight = 0;
  while (rest.length > 0 && weight <= most) {
    const value = rest.pop();
    weight += VALUE_WEIGHT;
    if (typeof value === 'string') weight += value.length;
    else if (Array.isArray(value)) {
      if (value.length * VALUE_WEIGHT > most) return most + 1;
      rest.push(...value);
    } else if (typeof value === 'object' && value !== null)
      for (const name in value) {
        weight += name.length;
        if (weight > most) break;
        rest.push((value as Record<string, unknown>)[name]);
      }
  }
  return weight;
}
