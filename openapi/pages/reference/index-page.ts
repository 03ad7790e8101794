import { html, prose } from '../layout/html.ts';
import { alternatesOf, languageSwitch } from '../layout/languages-of-page.ts';
import { page } from '../layout/page.ts';
import { indexPath, objectPath, operationPath } from '../layout/paths.ts';
import type { ObjectView, Reference } from './reference.ts';
import { byTag } from './side-list.ts';

/** All operations by tag, and all objects. */
export function referenceIndex(reference: Reference, objects: readonly ObjectView[]): string {
  const { contract, language, words } = reference;
  const tags = [...byTag(contract.operations)].map(([tag, operations]) => {
    const rows = operations.map(
      ({ operationId, method, path, summary }) =>
        html`<tr><td><a href="${operationPath(language, operationId)}">${reference.text(summary)}</a></td><td><code>${method.toUpperCase()} ${path}</code></td></tr>
`,
    );
    return html`<h2 id="${tag.replaceAll(' ', '-')}">${reference.text(tag)}</h2>
<p>${prose(reference.text(contract.tags.get(tag) ?? ''))}</p>
<table><tbody>
${rows}</tbody></table>
`;
  });
  const links = objects.map(
    ({ name }) => html`<li><a href="${objectPath(language, name)}"><code>${name}</code></a></li>
`,
  );
  const content = html`${languageSwitch(language, indexPath)}
<h1>${words.title}</h1>
<p>${words.lead}</p>
${tags}
<h2 id="objects">${words.schemas}</h2>
<p>${words.schemasLead}</p>
<ul class="objects">
${links}</ul>`;
  return page(words.title, content, { language, alternates: alternatesOf(indexPath) });
}
