import type { Request, RequestHandler } from 'express';
import { escapeHtml, fill, generated, type Language } from '../pages.ts';
import { type Entry, placeOf, type SearchResult, search } from './search.ts';

const { pages } = generated.search;
/** Of these the heading is a name of the API. */
const CODED = ['operation', 'problem', 'event'];

/** The results of `GET /docs/search?q=…&lang=pt`, made for each request: they load no script that could do it. */
export const searchRoute: RequestHandler = (req, res) => {
  const language: Language = first(req, 'lang') === 'pt' ? 'pt' : 'en';
  res.type('html').send(searchPage(first(req, 'q'), language));
};

/** A parameter that is repeated is a list. */
function first(req: Request, name: string): string {
  const value = [req.query[name]].flat()[0];
  return typeof value === 'string' ? value : '';
}

export function searchPage(asked: string, language: Language): string {
  const { page, maxQueryCharacters, whatIsSearched } = pages[language];
  const query = asked.slice(0, maxQueryCharacters).trim();
  const content = query === '' ? whatIsSearched : results(search(query, language), query, language);
  return fill(page, { query: escapeHtml(query), content });
}

function results({ words, found, count }: SearchResult, query: string, language: Language): string {
  const {
    results: [one, several],
    noResult,
    moreResults,
  } = pages[language];
  const values = { query: escapeHtml(query), count, shown: found.length };
  if (count === 0) return fill(noResult, values);
  return fill(count === 1 ? one : several, {
    ...values,
    items: found.map((entry) => resultItem(entry, words, language)).join(''),
    more: count > found.length ? fill(moreResults, values) : '',
  });
}

function resultItem(entry: Entry, words: readonly string[], reader: Language): string {
  const { kind, href, title, heading, text, foldedText } = entry;
  const { tag, name } = pages[entry.language];
  const isForeign = entry.language !== reader;
  const named = CODED.includes(kind) ? `<code>${escapeHtml(heading)}</code>` : escapeHtml(heading);
  const section = heading === '' ? '' : ` › ${named}`;
  return `<li${isForeign ? ` lang="${tag}"` : ''}><a href="${escapeHtml(href)}">${escapeHtml(title)}</a>${section}
<p class="place">${pages[reader].kinds[kind]}${kind === 'guide' && isForeign ? ` · ${name}` : ''}</p>
<p>${excerpt(text, foldedText, words)}</p></li>
`;
}

/** In characters. */
const BEFORE = 60;
const LENGTH = 220;

/** The part of a text around the first word that was found, with all the words marked. */
export function excerpt(text: string, folded: string, words: readonly string[]): string {
  const places = words.map((word) => placeOf(word, folded)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = wordStart(text, Math.max(0, first - BEFORE));
  const end = Math.min(text.length, wordStart(text, start + LENGTH));
  const open = start > 0 ? '… ' : '';
  const close = end < text.length ? ' …' : '';
  return `${open}${marked(text.slice(start, end), folded.slice(start, end), words)}${close}`;
}

/** The beginning of the word that is at a place, or the place itself in a text without blanks, such as minified JSON. */
function wordStart(text: string, place: number): number {
  if (place === 0 || place >= text.length) return place;
  const start = text.lastIndexOf(' ', place) + 1;
  return place - start > BEFORE ? place : start;
}

function marked(text: string, folded: string, words: readonly string[]): string {
  let parts = '';
  let at = 0;
  while (at < text.length) {
    const { place, length } = nextWord(folded, words, at);
    parts += escapeHtml(text.slice(at, place));
    if (length > 0) parts += `<mark>${escapeHtml(text.slice(place, place + length))}</mark>`;
    at = place + length;
  }
  return parts;
}

/** The word that begins first, the longest if several do. Without one, the end. */
function nextWord(folded: string, words: readonly string[], from: number): { place: number; length: number } {
  let best = { place: folded.length, length: 0 };
  for (const word of words) {
    const place = placeOf(word, folded, from);
    const { length } = word;
    if (place >= 0 && (place < best.place || (place === best.place && length > best.length)))
      best = { place, length };
  }
  return best;
}
