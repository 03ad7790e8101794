import type { Language } from '../languages.ts';
import type { Entry } from './entries.ts';
import { fold } from './fold.ts';

/** A search looks through all entries once per word: with 8 words it takes 1 ms. */
const MAX_WORDS = 8;
/** Single letters are in nearly every text. */
const MIN_WORD_CHARACTERS = 2;
const MAX_RESULTS = 30;

export interface SearchResult {
  /** The words, folded. */
  readonly words: readonly string[];
  /** The best of them, best first. */
  readonly found: readonly Entry[];
  /** Of all that have every word. */
  readonly count: number;
}

/** The entries that contain every word of the question, wherever in a word that is. */
export function search(entries: readonly Entry[], question: string, language: Language): SearchResult {
  const words = wordsOf(question);
  if (words.length === 0) return { words, found: [], count: 0 };
  const matching = entries.filter(({ foldedTitle, foldedText }) =>
    words.every((word) => foldedTitle.includes(word) || foldedText.includes(word)),
  );
  const scored = matching.map((entry) => ({ entry, score: scoreOf(entry, words, language) }));
  // The sort is stable: equal scores keep the order of the documentation.
  scored.sort((a, b) => b.score - a.score);
  return { words, found: scored.slice(0, MAX_RESULTS).map(({ entry }) => entry), count: matching.length };
}

const wordsOf = (question: string): string[] =>
  [...new Set(fold(question.normalize('NFC')).split(/\s+/))]
    .filter((word) => word.length >= MIN_WORD_CHARACTERS)
    .slice(0, MAX_WORDS);

/** A name that is what was asked for comes first, then titles and headings, then texts. The reader's language decides ties. */
function scoreOf(
  { heading, foldedTitle, language, kind }: Entry,
  words: readonly string[],
  wanted: Language,
): number {
  const exact = fold(heading) === words.join(' ') ? 100 : 0;
  const inTitle = words.filter((word) => foldedTitle.includes(word)).length;
  const readable = language === wanted ? 5 : 0;
  return exact + 10 * inTitle + readable + (kind === 'guide' ? 2 : 0);
}
