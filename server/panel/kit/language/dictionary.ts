import { isolated } from '../visible-text.ts';
import type { Locale } from './locale.ts';

/** A number for its plural, and everything else as the reader's format writes it. */
type Value = string | number;
type Phrase = (...values: Value[]) => string;
/** A word in both languages. Portuguese is written first, by ear; English says the same. */
export type Translation = readonly [pt: string, en: string] | readonly [pt: Phrase, en: Phrase];

/** A phrase whose languages don't take the same values can't be called, which doesn't compile. */
type Words<T> = {
  readonly [Key in keyof T]: T[Key] extends readonly [string, string]
    ? string
    : T[Key] extends readonly [infer Pt, infer En]
      ? Pt | En
      : never;
};

/**
 * The words of a section, by language:
 *
 *     export const words = dictionary({ title: ['Entregas', 'Deliveries'] });
 *     words[request.locale].title
 */
export function dictionary<const T extends Readonly<Record<string, Translation>>>(
  translations: T,
): Readonly<Record<Locale, Words<T>>> {
  const inLanguage = (language: 0 | 1): Words<T> =>
    Object.fromEntries(
      Object.entries(translations).map(([key, words]) => [key, withIsolatedValues(words[language])]),
    ) as unknown as Words<T>;
  return { pt: inLanguage(0), en: inLanguage(1) };
}

/** A name in a sentence must not turn the sentence around. */
const withIsolatedValues = (word: string | Phrase): string | Phrase =>
  typeof word === 'string'
    ? word
    : (...values) => word(...values.map((value) => (typeof value === 'string' ? isolated(value) : value)));

/** The words for one, or those for another number. `count` may be formatted already. */
export const plural = (count: number | string, one: string, other: string): string =>
  String(count) === '1' ? one : other;
