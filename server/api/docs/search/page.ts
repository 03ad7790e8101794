import type { Request, RequestHandler } from 'express';
import { type Html, html } from '../html.ts';
import { type Language, WORDS } from '../languages.ts';
import { MAX_QUERY_CHARACTERS, page } from '../page.ts';
import { type Entry, searchEntries } from './entries.ts';
import { excerpt } from './excerpt.ts';
import { type SearchResult, search } from './search.ts';

/** The results of `GET /docs/search?q=…&lang=pt`, made for each request: they load no script that could do it. */
export const searchRoute: RequestHandler = (req, res) => {
  const query = first(req, 'q').slice(0, MAX_QUERY_CHARACTERS).trim();
  const language: Language = first(req, 'lang') === 'pt' ? 'pt' : 'en';
  res.type('html').send(searchPage(query, language));
};

/** A parameter that is repeated is a list. */
function first(req: Request, name: string): string {
  const value = [req.query[name]].flat()[0];
  return typeof value === 'string' ? value : '';
}

export function searchPage(query: string, language: Language): string {
  const words = WORDS[language];
  const result = search(searchEntries(), query, language);
  const content = html`<h1>${words.search}</h1>
${query === '' ? html`<p>${words.whatIsSearched}</p>` : results(result, query, language)}`;
  return page(words.search, content, { language, query });
}

function results({ words, found, count }: SearchResult, query: string, language: Language): Html {
  const { results: heading, noResult, moreResults } = WORDS[language];
  if (count === 0) return html`<p role="status">${noResult(query)}</p>`;
  const more = count > found.length ? html`<p class="quiet">${moreResults(found.length)}</p>` : html``;
  return html`<p role="status">${heading(count, query)}</p>
<ol class="results">
${found.map((entry) => resultItem(entry, words, language))}</ol>
${more}`;
}

function resultItem(entry: Entry, words: readonly string[], reader: Language): Html {
  const { kind, href, title, heading, text, foldedText } = entry;
  const { tag, name } = WORDS[entry.language];
  const written = entry.language === reader ? html`` : html` lang="${tag}"`;
  const language = kind === 'guide' && entry.language !== reader ? ` · ${name}` : '';
  const section =
    heading === ''
      ? html``
      : html` › ${kind === 'guide' || kind === 'workflow' ? heading : html`<code>${heading}</code>`}`;
  return html`<li${written}><a href="${href}">${title}</a>${section}
<p class="place">${WORDS[reader].kinds[kind]}${language}</p>
<p>${excerpt(text, foldedText, words)}</p></li>
`;
}
