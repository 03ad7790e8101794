/**
 * The places that the list "Breaking" of the changelog's unreleased part announces. A line begins with them, each between
 * backticks; the rest of it is for readers:
 *
 *     ## Unreleased
 *     ### Breaking
 *     - `Product.brand`, `Product.maker`: gone; read `Product.manufacturer`.
 */
export function announcedIn(changelog: string): string[] {
  const unreleased = section(changelog, /^## Unreleased$/m, /^## /m);
  const breaking = section(unreleased, /^### Breaking$/m, /^### /m);
  return [...breaking.matchAll(LINE)].flatMap(([, places]) =>
    // A place may be wrapped to the next line.
    [...places!.matchAll(/`([^`]+)`/g)].map(([, place]) => place!.replace(/\s+/g, ' ')),
  );
}

const LINE = /^- ((?:`[^`]+`(?:,|\s+and)?\s*)+)/gm;

/** The place of the line that announces a change: the place itself, or the nearest one that it's in. */
export function announcing(place: string, announced: readonly string[]): string | undefined {
  return announced
    .filter((named) => isIn(place, named))
    .sort((one, other) => one.length - other.length)
    .at(-1);
}

/** `Coupon.discount.type` is in `Coupon.discount`, and `GET /stock` in `/stock`. */
function isIn(place: string, named: string): boolean {
  const [, path] = /^[A-Z]+ (\/.*)$/.exec(place) ?? [];
  return [place, path].some(
    (each) => each === named || ['.', ' '].some((end) => each?.startsWith(named + end)),
  );
}

function section(text: string, heading: RegExp, next: RegExp): string {
  const found = heading.exec(text);
  if (found === null) return '';
  const rest = text.slice(found.index + found[0].length);
  const end = rest.search(next);
  return end === -1 ? rest : rest.slice(0, end);
}
