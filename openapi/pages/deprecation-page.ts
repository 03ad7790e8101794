import type { Operation } from '../operations.ts';
import type { Chapter } from './guides/chapters.ts';
import { type Html, html } from './layout/html.ts';
import { page } from './layout/page.ts';

const PATH = '/docs/deprecation';
const LIST = 'operations';

/** The section of the guide that says how operations are deprecated. Its link to this page leads to the list here. */
function policy(chapters: readonly Chapter[]): Html {
  const { sections } = chapters.find(({ slug }) => slug === 'versioning')!;
  return sections
    .find(({ id }) => id === 'deprecation')!
    .content.after('</h2>')
    .withLinks(PATH, `#${LIST}`);
}

/** The page that the Link header of a deprecated operation points to. */
export function deprecationPage(operations: readonly Operation[], chapters: readonly Chapter[]): string {
  const rows = operations.flatMap(row);
  return page(
    'Deprecation',
    html`<h1>Deprecation</h1>
${policy(chapters)}
<h2 id="${LIST}">Deprecated operations</h2>
${rows.length === 0 ? html`<p>None at the moment.</p>` : table(rows)}`,
  );
}

const table = (
  rows: readonly Html[],
): Html => html`<table><thead><tr><th>Operation</th><th>Since</th><th>Removed after</th></tr></thead><tbody>
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
