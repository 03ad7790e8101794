import type { Operation } from '../operations.ts';
import type { Chapter } from './guides/chapters.ts';
import { type Html, html } from './layout/html.ts';
import { type Language, WORDS } from './layout/languages.ts';
import { alternatesOf, languageSwitch } from './layout/languages-of-page.ts';
import { page } from './layout/page.ts';

const LIST = 'operations';
const pathIn = (language: Language): string => WORDS[language].deprecationPath;

const en = {
  list: 'Deprecated operations',
  none: 'None at the moment.',
  columns: ['Operation', 'Since', 'Removed after'],
  /** The section of the guide "Change and deprecation". */
  section: 'deprecation',
};
const pt: typeof en = {
  list: 'Operações descontinuadas',
  none: 'Nenhuma no momento.',
  columns: ['Operação', 'Desde', 'Removida depois de'],
  section: 'descontinuacao',
};
const words = { en, pt };

/** The section of the guide that says how operations are deprecated. Its link to this page leads to the list here. */
function policy(chapters: readonly Chapter[], language: Language): Html {
  const { sections } = chapters.find(({ slug }) => slug === 'versioning')!;
  return sections
    .find(({ id }) => id === words[language].section)!
    .content.after('</h2>')
    .withLinks(pathIn(language), `#${LIST}`);
}

/** The page that the Link header of a deprecated operation points to. */
export function deprecationPage(
  operations: readonly Operation[],
  chapters: readonly Chapter[],
  language: Language,
): string {
  const rows = operations.flatMap(row);
  const { list, none } = words[language];
  const title = WORDS[language].deprecation;
  return page(
    title,
    html`${languageSwitch(language, pathIn)}
<h1>${title}</h1>
${policy(chapters, language)}
<h2 id="${LIST}">${list}</h2>
${rows.length === 0 ? html`<p>${none}</p>` : table(rows, language)}`,
    { language, alternates: alternatesOf(pathIn) },
  );
}

const table = (rows: readonly Html[], language: Language): Html => html`<table><thead><tr>${words[
  language
].columns.map((column) => html`<th>${column}</th>`)}</tr></thead><tbody>
${rows}
</tbody></table>`;

function row(operation: Operation): Html[] {
  if (!operation.deprecated) return [];
  const { route, 'x-deprecated-at': at = '', 'x-sunset-at': sunset = '' } = operation;
  return [
    html`<tr><td><code>${route}</code></td><td>${at}</td><td>${sunset}</td></tr>
`,
  ];
}
