/** What a misspelt word was meant to be, as the end of a message; nothing if no word is near. */
export function meant(word, words) {
  const [nearest] = words
    .map((each) => ({ each, distance: distance(word, each) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= word.length / 3 ? ` Do you mean ${nearest.each}?` : '';
}

/** Levenshtein's: how many characters are added, removed or replaced. */
function distance(one, other) {
  let row = [...other].map((_, index) => index + 1);
  [...one].forEach((letter, depth) => {
    let [left, above] = [depth + 1, depth];
    row = row.map((up, index) => {
      left = Math.min(left + 1, up + 1, above + (other[index] === letter ? 0 : 1));
      above = up;
      return left;
    });
  });
  return row.at(-1) ?? one.length;
}
