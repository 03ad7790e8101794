/**
 * The places that the list "Breaking" of the changelog's unreleased part names, each between backticks:
 *
 *     ## Unreleased
 *     ### Breaking
 *     - `Product.brand` is gone; read `Product.manufacturer`.
 */
export function announcedIn(changelog: string): string[] {
  const unreleased = section(changelog, /^## Unreleased$/m, /^## /m);
  const breaking = section(unreleased, /^### Breaking$/m, /^### /m);
  // A place may be wrapped to the next line.
  return [...breaking.matchAll(/`([^`]+)`/g)].map(([, place]) => place!.replace(/\s+/g, ' '));
}

/** A line covers the place it names and everything in it: `Coupon.discount` also covers `Coupon.discount.type`. */
export function isAnnounced(place: string, announced: readonly string[]): boolean {
  return announced.some(
    (named) => place === named || ['.', ' '].some((end) => place.startsWith(named + end)),
  );
}

function section(text: string, heading: RegExp, next: RegExp): string {
  const found = heading.exec(text);
  if (found === null) return '';
  const rest = text.slice(found.index + found[0].length);
  const end = rest.search(next);
  return end === -1 ? rest : rest.slice(0, end);
}
