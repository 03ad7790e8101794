import { basePath, bundle, contractOperations, type Operation } from '../../contract.ts';
import { type Html, html, paragraphs } from './html.ts';
import { page } from './page.ts';

const HEADING = '## Deprecation\n';

/** The Deprecation section of the contract's description. */
function policy(): string {
  const [, section = ''] = bundle.info.description.split(HEADING);
  return section.split(/\n## /, 1)[0]!.trim();
}

/** The page that the Link header of a deprecated operation points to. */
export function deprecationPage(operations: readonly Operation[] = contractOperations): string {
  const rows = operations.flatMap(row);
  return page(
    'Deprecation',
    html`<h1>Deprecation</h1>
${paragraphs(policy())}
<h2>Deprecated operations</h2>
${rows.length === 0 ? html`<p>None at the moment.</p>` : table(rows)}`,
  );
}

const table = (
  rows: readonly Html[],
): Html => html`<table><thead><tr><th>Operation</th><th>Since</th><th>Removed after</th></tr></thead><tbody>
${rows}
</tbody></table>`;

function row({ method, path, deprecation }: Operation): Html[] {
  if (!deprecation) return [];
  const { at, sunset } = deprecation;
  return [
    html`<tr><td><code>${method.toUpperCase()} ${basePath}${path}</code></td><td>${at}</td><td>${sunset}</td></tr>
`,
  ];
}
