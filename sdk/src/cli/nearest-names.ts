/** The names that a misspelled one was probably meant to be; none if it is unlike all of them. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  const distances = names.map((each) => editDistance(name.toLowerCase(), each));
  const least = Math.min(...distances);
  return names.filter((each, index) => distances[index] === least && least <= each.length / 3);
}

/** Levenshtein's: how many letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 1; j < row.length; j += 1)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (letter === to[j - 1] ? 0 : 1));
    row = next;
  }
  return row.at(-1)!;
}
