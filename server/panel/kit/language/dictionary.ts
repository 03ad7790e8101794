import type { Locale } from './locale.ts';

type Word = string | ((...values: never[]) => string);

/** The same keys in both languages, and functions that take the same values. */
type Translated<W> = { readonly [Key in keyof W]: W[Key] extends string ? string : W[Key] };

/**
 * The words of a section, by language. Portuguese is written first, and English must have the same keys:
 *
 *     export const words = dictionary({ pt: { title: 'Entregas' }, en: { title: 'Deliveries' } });
 *     words[request.locale].title
 */
export function dictionary<W extends Readonly<Record<string, Word>>>(texts: {
  readonly pt: W;
  readonly en: Translated<W>;
}): Readonly<Record<Locale, Translated<W>>> {
  return texts as Readonly<Record<Locale, Translated<W>>>;
}
