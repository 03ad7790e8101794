import { generated, type Language, type WrittenEntry } from '../pages.ts';

export interface Entry extends WrittenEntry {
  readonly foldedTitle: string;
  readonly foldedText: string;
  /** Title, text and keywords. */
  readonly folded: string;
}

/** A search looks through all entries once per word: with 8 words it takes 1 ms. */
const MAX_WORDS = 8;
/** Single letters are in nearly every text. */
const MIN_WORD_CHARACTERS = 2;
const MAX_RESULTS = 30;

export interface SearchResult {
  /** The words that were looked for: folded, and cut to what their forms share. */
  readonly words: readonly string[];
  /** The best of them, best first. */
  readonly found: readonly Entry[];
  /** Of all that have every word. */
  readonly count: number;
}

/** Words that questions are asked with, in Portuguese and English. They say nothing of what is looked for. */
const STOP_WORDS = new Set(
  'a o as os um uma de da do das dos em no na nos nas por para com como que qual quando se e fazer the an of in on at to for with how what which when do is are and'.split(
    ' ',
  ),
);

/**
 * Text for comparing: lower case and without accents, so `Paginação` is found by `paginacao`. Each character stays one
 * character, so that a place in the result is the same place in the text.
 */
export const fold = (text: string): string => text.replaceAll(/[^a-z0-9 ]/g, foldCharacter);

function foldCharacter(character: string): string {
  const plain = character.normalize('NFD')[0]!.toLowerCase();
  return plain.length === 1 ? plain : character;
}

let folded: readonly Entry[] | undefined;

/** Everything that can be found. Folded for the first search. */
export function searchEntries(): readonly Entry[] {
  folded ??= generated.search.entries.map((entry) => {
    const [foldedTitle, foldedText] = [fold(`${entry.heading} ${entry.title}`), fold(entry.text)];
    return {
      ...entry,
      ...{ foldedTitle, foldedText },
      folded: `${foldedTitle} ${foldedText} ${fold(entry.keywords ?? '')}`,
    };
  });
  return folded;
}

/** The entries that have every word of the question, in any of its forms: words that begin with what the forms share. */
export function search(question: string, language: Language): SearchResult {
  const typed = typedIn(question);
  const words = typed.map(stemOf);
  if (words.length === 0) return { words, found: [], count: 0 };
  const matching = searchEntries().filter(({ folded }) => words.every((word) => placeOf(word, folded) >= 0));
  const scored = matching.map((entry) => ({ entry, score: scoreOf(entry, typed, language) }));
  // The sort is stable: equal scores keep the order of the documentation.
  scored.sort((a, b) => b.score - a.score);
  return { words, found: scored.slice(0, MAX_RESULTS).map(({ entry }) => entry), count: matching.length };
}

/** Where a word of the text begins with `start`, or -1. `ean` isn't in `means`, but `exceeds` is in `payment_exceeds_total`. */
export function placeOf(start: string, text: string, from = 0): number {
  for (let place = text.indexOf(start, from); place >= 0; place = text.indexOf(start, place + 1))
    if (place === 0 || !/[a-z0-9]/.test(text[place - 1]!)) return place;
  return -1;
}

const typedIn = (question: string): string[] =>
  [...new Set(fold(question.normalize('NFC')).split(/\s+/))]
    .filter((word) => word.length >= MIN_WORD_CHARACTERS && !STOP_WORDS.has(word))
    .slice(0, MAX_WORDS);
const stemsOf = (text: string): string => typedIn(text).map(stemOf).join(' ');

/** Whether a text has a word as it was typed, or its plural: `refund` isn't in `refused`, with which it shares a beginning. */
const hasWord = (word: string, text: string): boolean => new RegExp(`\\b${escaped(word)}s?\\b`).test(text);
const escaped = (text: string): string => text.replaceAll(/[^a-z0-9 ]/g, '\\$&');

/**
 * What the forms of a word share: "verificar" is found in "verifique", "limits" in "limit". Cutting the end off is right for
 * most words of both languages; codes and paths stay whole.
 */
function stemOf(word: string): string {
  if (word.length < 6 || !/^[a-z]+$/.test(word)) return word;
  return word.slice(0, word.length < 8 ? -2 : -3);
}

/**
 * A name that is what was asked for comes first, then the problems of a status, then titles and headings, then texts; what has the
 * words as they were typed before what has other forms of them. The reader's language decides ties.
 */
function scoreOf(
  { heading, title, foldedTitle, foldedText, language, kind }: Entry,
  typed: readonly string[],
  wanted: Language,
): number {
  const ofStatus = kind === 'problem' && typed.some((word) => foldedText.startsWith(`${word}:`)) ? 90 : 0;
  const exact = stemsOf(heading || title) === typed.map(stemOf).join(' ') ? 100 : 0;
  const inTitle = typed.filter((word) => placeOf(stemOf(word), foldedTitle) >= 0).length;
  const asTyped = (text: string) => typed.filter((word) => hasWord(word, text)).length;
  const readable = language === wanted ? 5 : 0;
  const ofKind = kind === 'operation' && inTitle > 0 ? 8 : kind === 'guide' ? 2 : 0;
  const ofPage = heading === '' ? 1 : 0;
  const ofTyped = 10 * asTyped(foldedTitle) + 8 * asTyped(foldedText);
  return exact + ofStatus + 10 * inTitle + ofTyped + readable + ofKind + ofPage;
}
