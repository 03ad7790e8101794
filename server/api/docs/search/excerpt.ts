import { type Html, html } from '../html.ts';

const BEFORE = 60;
const LENGTH = 220;

/** The part of a text around the first word that was found, with all the words marked. */
export function excerpt(text: string, folded: string, words: readonly string[]): Html {
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = wordStart(text, Math.max(0, first - BEFORE));
  const end = Math.min(text.length, wordStart(text, start + LENGTH));
  const open = start > 0 ? '… ' : '';
  const close = end < text.length ? ' …' : '';
  return html`${open}${marked(text.slice(start, end), folded.slice(start, end), words)}${close}`;
}

/** The beginning of the word that is at a place, or the place itself in a text without blanks, such as minified JSON. */
function wordStart(text: string, place: number): number {
  if (place === 0 || place >= text.length) return place;
  const start = text.lastIndexOf(' ', place) + 1;
  return place - start > BEFORE ? place : start;
}

function marked(text: string, folded: string, words: readonly string[]): Html[] {
  const parts: Html[] = [];
  let at = 0;
  while (at < text.length) {
    const { place, length } = nextWord(folded, words, at);
    parts.push(html`${text.slice(at, place)}`);
    if (length > 0) parts.push(html`<mark>${text.slice(place, place + length)}</mark>`);
    at = place + length;
  }
  return parts;
}

/** The word that begins first, the longest if several do. Without one, the end. */
function nextWord(folded: string, words: readonly string[], from: number): { place: number; length: number } {
  let best = { place: folded.length, length: 0 };
  for (const word of words) {
    const place = folded.indexOf(word, from);
    const { length } = word;
    if (place >= 0 && (place < best.place || (place === best.place && length > best.length)))
      best = { place, length };
  }
  return best;
}
