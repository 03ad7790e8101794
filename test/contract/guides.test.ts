import { describe, expect, it } from 'vitest';
import { codeBlocks, guides, proseOf } from '../support/guides.ts';
import { figuresIn } from './guide-figures.ts';

const slugs = Object.keys(guides.en);

/** How deep each heading is, in order. */
const headings = (markdown: string): string[] =>
  [...proseOf(markdown).matchAll(/^(#+) /gm)].map(([, depth]) => depth!);
const inlineCode = (markdown: string): string[] =>
  [...new Set([...proseOf(markdown).matchAll(/`([^`]+)`/g)].map(([, code]) => code!))].sort();
/** How many cells each row of a table has. */
const tables = (markdown: string): number[] =>
  (proseOf(markdown).match(/^\|.*\|$/gm) ?? []).map((row) => row.split('|').length);
const pagesLinked = (markdown: string): string[] =>
  [...proseOf(markdown).matchAll(/\]\(([^)#]+)/g)]
    .map(([, page]) => page!.replace(/\/pt(?=\/|$)/, ''))
    .sort();

it('has the same chapters in both languages', () => {
  expect(Object.keys(guides.pt)).toEqual(slugs);
});

describe.each(slugs)('%s in both languages', (slug) => {
  const { en, pt } = { en: guides.en[slug]!, pt: guides.pt[slug]! };

  it('has the same sections and tables', () => {
    expect(headings(pt)).toEqual(headings(en));
    expect(tables(pt)).toEqual(tables(en));
  });

  it('has the same code, to the letter', () => {
    expect(codeBlocks(pt)).toEqual(codeBlocks(en));
    expect(inlineCode(pt)).toEqual(inlineCode(en));
  });

  it('has the same figures and links', () => {
    expect(figuresIn(pt)).toEqual(figuresIn(en));
    expect(pagesLinked(pt)).toEqual(pagesLinked(en));
  });

  it('is composed Unicode, so that a search compares character by character', () => {
    for (const text of [en, pt]) expect(text).toBe(text.normalize('NFC'));
  });
});
