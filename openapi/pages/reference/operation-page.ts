import { type Html, html, prose, separated } from '../layout/html.ts';
import { alternatesOf, languageSwitch } from '../layout/languages-of-page.ts';
import { page } from '../layout/page.ts';
import { objectPath, operationPath, problemPath } from '../layout/paths.ts';
import { fieldGroups } from './field-list.ts';
import type { OperationView, Reference, ResponseView } from './reference.ts';
import { sideList } from './side-list.ts';
import type { ReferenceWords } from './words.ts';

/** The page of an operation: its fields on the left, examples to copy beside them. */
export function operationPage(view: OperationView, reference: Reference): string {
  const { language } = reference;
  const { operation, title } = view;
  const pathIn = (other: typeof language): string => operationPath(other, operation.operationId);
  const content = html`<div class="guide reference">
${sideList(reference, operation)}
<article>
${languageSwitch(language, pathIn)}
<h1>${title}</h1>
<p class="route"><code>${operation.route}</code></p>
${facts(view, reference)}
<div class="two">
<div>
${reference.html(view.description)}
${view.sections.map(
  (section) => html`<h2>${section.title}</h2>
${reference.html(section.description ?? '')}
${fieldGroups(section.groups, reference)}`,
)}
${view.responses.map((each) => responseOf(each, reference))}
${problemsOf(view, reference)}
${eventsOf(view, reference)}
</div>
<div class="examples">${examplesOf(view, reference)}</div>
</div>
</article>
</div>
<script src="/docs/reference.js" defer></script>`;
  return page(title, content, { language, alternates: alternatesOf(pathIn) });
}

function facts({ operation, scopes, since }: OperationView, { words, language }: Reference): Html {
  const { operationId, tags, deprecated } = operation;
  const tag = encodeURIComponent(tags[0]!);
  return html`<dl>
<dt>${words.scope}</dt><dd>${
    scopes.length > 0 ? separated(scopes.map((scope) => html`<code>${scope}</code>`)) : words.noScope
  }</dd>
<dt>operationId</dt><dd><code>${operationId}</code></dd>
${since ? html`<dt>${words.since}</dt><dd>${since}</dd>` : html``}${
  deprecated ? html`<dt>${words.deprecated}</dt><dd>${operation['x-deprecated-at'] ?? ''}</dd>` : html``
}</dl>
<p class="quiet"><a href="/docs/?tag=${tag}&operation=${operationId}">${words.tryIt}</a> ·
${asMarkdown(operationPath(language, operationId), words)}</p>`;
}

export const asMarkdown = (path: string, words: ReferenceWords): Html =>
  html`<a href="${path}.md">${words.asMarkdown}</a>`;

function problemsOf({ problems }: OperationView, reference: Reference): Html {
  const { words } = reference;
  const rows = problems.map(
    ({ code, status, title }) =>
      html`<tr><td class="status">${status}</td><td><a href="${problemPath(reference.language, code)}"><code>${code}</code></a></td><td>${reference.text(title)}</td></tr>
`,
  );
  const everywhere = everyProblem(reference).map(
    ({ code }) => html`<a href="${problemPath(reference.language, code)}"><code>${code}</code></a>`,
  );
  return html`<h2 id="errors">${words.errors}</h2>
<table class="errors"><tbody>
${rows}</tbody></table>
<p class="quiet">${words.everywhere} ${separated(everywhere)}.</p>`;
}

/** What every operation can answer. The most frequent comes first: batches alone list it, for their rows. */
export const everyProblem = ({ contract: { problems, operations } }: Reference) => [
  problems.get('invalid_request')!,
  ...[...problems.values()].filter((each) => each.operations.length === operations.length),
];

function eventsOf({ events }: OperationView, { words, language }: Reference): Html {
  if (events.length === 0) return html``;
  const path = language === 'en' ? '/docs/webhooks' : '/docs/webhooks/pt';
  const links = events.map((kind) => html`<a href="${path}#${kind}"><code>${kind}</code></a>`);
  return html`<h2 id="events">${words.events}</h2>
<p>${separated(links)}</p>`;
}

function responseOf({ status, description, object, headers }: ResponseView, reference: Reference): Html {
  const { words, language } = reference;
  const named = object
    ? html`<p><a href="${objectPath(language, object)}"><code>${object}</code></a></p>`
    : html``;
  return html`<h2>${words.response} ${status}</h2>
${reference.html(description)}${named}
<details><summary>${words.header}</summary>
${fieldGroups([{ variant: '', rules: [], fields: headers }], reference)}</details>`;
}

function examplesOf({ curl, sdk, responses }: OperationView, { words }: Reference): Html {
  const shown = responses.find(({ example }) => example !== undefined);
  return html`${block('curl', curl, words.copy)}
${sdk === undefined ? html`` : block('SDK', sdk, words.copy)}
${shown ? block(words.exampleResponse, textOf(shown.example), words.copy) : html``}`;
}

export const textOf = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2);

export const block = (title: string, text: string, copy: string): Html =>
  html`<h3>${prose(title)} <button type="button" class="copy" hidden>${copy}</button></h3>
<pre tabindex="0"><code>${text}</code></pre>
`;
