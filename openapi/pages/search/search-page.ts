import { html } from '../layout/html.ts';
import { type Language, WORDS } from '../layout/languages.ts';
import { MAX_QUERY_CHARACTERS, page } from '../layout/page.ts';

/** The page of results without the results: templates whose {{names}} the service replaces by HTML. */
export function searchPage(language: Language) {
  const { tag, name, kinds, search, whatIsSearched, results, moreResults, noResult } = WORDS[language];
  return {
    maxQueryCharacters: MAX_QUERY_CHARACTERS,
    tag,
    name,
    kinds,
    page: page(search, html`<h1>${search}</h1>\n{{content}}`, { language, query: '{{query}}' }),
    whatIsSearched: html`<p>${whatIsSearched}</p>`.text,
    results: results.map(
      (sentence) =>
        html`<p role="status">${sentence}</p>
<ol class="results">
{{items}}</ol>
{{more}}`.text,
    ),
    moreResults: html`<p class="quiet">${moreResults}</p>`.text,
    noResult: html`<p role="status">${noResult}</p>`.text,
  };
}
