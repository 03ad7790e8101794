import { isolated } from '../visible-text.ts';
import type { Locale } from './locale.ts';

/**
 * A text in both languages. Portuguese is written first, by ear; English says the same. Braces hold a value, `{name}`, or the words for
 * one and for another number of it, in which # is the number: `{count} {count|pedido|pedidos}`, `{count|o pedido|os # pedidos}`.
 */
export type Translation = readonly [pt: string, en: string];

/** A number for its plural, and everything else as the reader's format writes it. */
type Value = string | number;

/** The names of a text's values, in the order in which the text has them first. */
type Names<
  Text extends string,
  Found extends readonly string[] = [],
> = Text extends `${string}{${infer Braces}}${infer Rest}`
  ? Names<Rest, With<Found, Braces extends `${infer Name}|${string}` ? Name : Braces>>
  : Found;
type With<Found extends readonly string[], Name extends string> = Name extends Found[number]
  ? Found
  : [...Found, Name];
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** A text with values is called with them, in the order of the Portuguese. */
type Word<Name extends readonly string[]> = Name extends []
  ? string
  : (...values: { [Each in keyof Name]: Value }) => string;

/** A text whose languages don't have the same values can't be called, which doesn't compile. */
type Words<T> = {
  readonly [Key in keyof T]: T[Key] extends readonly [infer Pt extends string, infer En extends string]
    ? Same<Names<Pt>[number], Names<En>[number]> extends true
      ? Word<Names<Pt>>
      : never
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
      Object.entries(translations).map(([key, both]) => [key, wordOf(both[language], namesIn(both[0]))]),
    ) as Words<T>;
  return { pt: inLanguage(0), en: inLanguage(1) };
}

const BRACES = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;

const namesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(BRACES), ([, name]) => name!)),
];

function wordOf(text: string, names: readonly string[]): string | ((...values: Value[]) => string) {
  if (names.length === 0) return text;
  return (...values) =>
    text.replaceAll(BRACES, (_, name: string, one?: string, other?: string) => {
      const value = shown(values[names.indexOf(name)]!);
      return one === undefined ? value : (value === '1' ? one : other!).replace('#', value);
    });
}

/** A name in a sentence must not turn the sentence around. */
const shown = (value: Value): string => isolated(String(value));
