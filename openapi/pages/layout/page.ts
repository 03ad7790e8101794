import { type Html, html } from './html.ts';
import { type Language, WORDS } from './languages.ts';

export interface PageOptions {
  readonly language?: Language;
  /** What the search form shows. */
  readonly query?: string;
  /** The languages that the page is in, with its paths. */
  readonly alternates?: readonly (readonly [Language, path: string])[];
}

/** A documentation page other than Swagger UI. */
export function page(title: string, content: Html, options: PageOptions = {}): string {
  const { language = 'en', alternates = [] } = options;
  return html`<!doctype html>
<html lang="${WORDS[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tradepost API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/pages.css">
${alternates.map(alternateLink)}</head>
<body>
${pageHeader(options)}
<main>
${content}
</main>
</body>
</html>
`.text;
}

const alternateLink = ([language, path]: readonly [Language, string]): Html =>
  html`<link rel="alternate" hreflang="${WORDS[language].tag}" href="${path}">
`;

/** The links to all parts of the documentation, and the search. */
export function pageHeader({ language = 'en', query = '' }: PageOptions): Html {
  const words = WORDS[language];
  return html`<header class="site"><div><a class="name" href="/docs/">Tradepost API</a>
<nav><a href="${words.guidesPath}">${words.guides}</a> <a href="${words.workflowsPath}">${words.workflows}</a>
<a href="${words.referencePath}">${words.reference}</a> <a href="${words.webhooksPath}">${words.webhooks}</a>
<a href="${words.problemsPath}">${words.problems}</a> <a href="${words.deprecationPath}">${words.deprecation}</a>
${english(language, '/docs/#try', words.tryOut)} <a href="/openapi.json">openapi.json</a></nav>
${searchForm(language, query)}</div></header>`;
}

/** A link to a page that there is in English only. */
function english(language: Language, href: string, label: string): Html {
  const { inEnglish } = WORDS[language];
  if (inEnglish === '') return html`<a href="${href}">${label}</a>`;
  return html`<a href="${href}" hreflang="en">${label} <small>${inEnglish}</small></a>`;
}

/** As long as the longest question that makes sense. The service cuts what is longer. */
export const MAX_QUERY_CHARACTERS = 100;

function searchForm(language: Language, query: string): Html {
  const { search, searchLabel } = WORDS[language];
  return html`<form action="/docs/search" role="search"><input type="hidden" name="lang" value="${language}">
<input type="search" name="q" value="${query}" maxlength="${MAX_QUERY_CHARACTERS}" aria-label="${searchLabel}">
<button>${search}</button></form>`;
}
