import { readGenerated } from '../../base/contract.ts';

export type Language = 'en' | 'pt';

/** What `npm run generate` renders. Its texts are HTML with {{names}} for what is known only here. */
export interface GeneratedPages {
  /** The text of each page and file, by its path. */
  readonly pages: Readonly<Record<string, string>>;
  /** What stands above Swagger UI. */
  readonly start: string;
  readonly search: {
    readonly pages: Readonly<Record<Language, SearchPage>>;
    readonly entries: readonly WrittenEntry[];
  };
}

export interface SearchPage {
  readonly maxQueryCharacters: number;
  /** Of the language: for `lang`, and for people. */
  readonly tag: string;
  readonly name: string;
  readonly kinds: Readonly<Record<EntryKind, string>>;
  readonly page: string;
  readonly whatIsSearched: string;
  /** Of one result, and of several. */
  readonly results: readonly [string, string];
  readonly moreResults: string;
  readonly noResult: string;
}

export type EntryKind = 'guide' | 'object' | 'operation' | 'problem' | 'workflow' | 'event';

/** Something that can be found: a section of a page. */
export interface WrittenEntry {
  readonly kind: EntryKind;
  readonly language: Language;
  readonly href: string;
  /** Of the page. */
  readonly title: string;
  /** Of the section, or the operation's method and path, the problem's code, the event's kind. */
  readonly heading: string;
  readonly text: string;
  /** Other words by which it is found. */
  readonly keywords?: string;
}

export const generated = JSON.parse(readGenerated('pages.json')) as GeneratedPages;

/** Replaces the {{names}} of a template by HTML. What is put in isn't looked at again. */
export const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (found, name) => String(values[name] ?? found));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
