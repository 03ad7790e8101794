import { isDeepStrictEqual } from 'node:util';

/** The stored list if the sent one has the same elements: the order of a set means nothing. */
export function inStoredOrder<T>(sent: readonly T[], stored: readonly T[] = []): readonly T[] {
  const elements = new Set(stored);
  return sent.length === elements.size && sent.every((element) => elements.has(element)) ? stored : sent;
}

/** The stored list if the sent one has equal elements, each as often. Their members are in one sequence. */
export function asStoredList<T extends object>(sent: readonly T[], stored: readonly T[]): readonly T[] {
  const texts = (list: readonly T[]) => list.map((element) => JSON.stringify(element)).sort();
  return isDeepStrictEqual(texts(sent), texts(stored)) ? stored : sent;
}

/** Whether two texts are the same but for letter case. */
export const isSameText = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase();
