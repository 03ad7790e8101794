import { proseOf } from '../support/guides.ts';

/** Every number in the prose of a chapter, sorted. Numbers of code, links and list items aren't figures. */
export const figuresIn = (markdown: string): string[] =>
  (figureText(markdown).match(/\d+(?:[ .]\d+)*/g) ?? []).sort();

/** A chapter without its code, the targets of its links, and the numbers of lists. */
export const figureText = (markdown: string): string =>
  proseOf(markdown)
    .replaceAll(/`[^`]+`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/^(#+ )?\d+\. /gm, '$1')
    .replaceAll(/\s+/g, ' ');
