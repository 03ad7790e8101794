/**
 * Rules of axe for a phone whose page was looked at on a desktop: it has the markup and the colours of that. What differs is where
 * things are.
 */
export const PLACE_RULES = [
  'target-size',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'meta-viewport',
] as const;
