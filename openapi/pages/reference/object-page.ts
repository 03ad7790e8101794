import { html } from '../layout/html.ts';
import { alternatesOf, languageSwitch } from '../layout/languages-of-page.ts';
import { page } from '../layout/page.ts';
import { objectPath, operationPath } from '../layout/paths.ts';
import { fieldGroups } from './field-list.ts';
import { asMarkdown, block, textOf } from './operation-page.ts';
import type { ObjectView, Reference } from './reference.ts';
import { sideList } from './side-list.ts';

/** The page of an object: its fields, an example, and the operations that send or take it. */
export function objectPage(
  { name, description, groups, usedBy, example }: ObjectView,
  reference: Reference,
): string {
  const { language, words } = reference;
  const pathIn = (other: typeof language): string => objectPath(other, name);
  const users = usedBy.map(
    ({ operationId, summary }) =>
      html`<li><a href="${operationPath(language, operationId)}">${reference.text(summary)}</a></li>
`,
  );
  const content = html`<div class="guide reference">
${sideList(reference)}
<article>
${languageSwitch(language, pathIn)}
<h1>${name}</h1>
<p class="quiet">${asMarkdown(pathIn(language), words)}</p>
<div class="two">
<div>
${reference.html(description)}
<h2>${words.fields}</h2>
${fieldGroups(groups, reference)}
${
  users.length === 0
    ? html``
    : html`<h2>${words.usedBy}</h2>
<ul>
${users}</ul>`
}
</div>
<div class="examples">${example === undefined ? html`` : block(words.example, textOf(example), words.copy)}</div>
</div>
</article>
</div>
<script src="/docs/reference.js" defer></script>`;
  return page(name, content, { language, alternates: alternatesOf(pathIn) });
}
