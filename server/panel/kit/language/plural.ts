/** The words for one, or those for another number. `count` may be formatted already. */
export const plural = (count: number | string, one: string, other: string): string =>
  String(count) === '1' ? one : other;
