import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Given to a page as a text, because the CSP of ours refuses a script element. Minified: `axe.source` is twice as long, and takes half
 * as long again as a look at a page.
 */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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
