import type { Operation } from '../operations.ts';
import type { Contract } from './contract/contract.ts';
import type { DocumentedIssue, DocumentedProblem } from './contract/problems.ts';
import { type Html, html, prose } from './layout/html.ts';
import { page } from './layout/page.ts';

/** The page that a problem's `type` points to. */
export function problemPage(problem: DocumentedProblem, { operations }: Contract): string {
  const { code, status, title, advice } = problem;
  const content = html`<h1>${title}</h1>
<p class="quiet">An error of the API, in the format of <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>.</p>
<dl>
<dt>code</dt><dd><code>${code}</code></dd>
<dt>status</dt><dd class="status">${status}</dd>
<dt>type</dt><dd><code>/docs/problems/${code}</code></dd>
</dl>
<h2>What to do</h2>
<div class="advice"><p>${prose(advice)}</p></div>
${exampleOf(problem)}
<h2>Where it can occur</h2>
${occurrence(problem, operations.length)}
<p class="quiet">Decide by <code>code</code>; <code>title</code> and <code>detail</code> are for people. Treat a code
you don't know by its status. Quote <code>request_id</code> when you ask for help.</p>`;
  return page(title, content);
}

function exampleOf({ example }: DocumentedProblem): Html {
  if (!example) return html``;
  return html`<h2>Example</h2>
<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`;
}

function occurrence({ status, operations }: DocumentedProblem, all: number): Html {
  if (operations.length === 0)
    return html`<p>No operation returns it: it is for requests that don't reach one.</p>`;
  if (operations.length === all) return html`<p>Every operation can return ${status}.</p>`;
  return html`<p>These operations can return ${status}; <code>code</code> says which problem it is.</p>
<table><tbody>
${operations.map(row)}
</tbody></table>`;
}

const issueRow = ({ code, title }: DocumentedIssue): Html =>
  html`<tr><td><a href="/docs/problems/${code}"><code>${code}</code></a></td><td>${title}</td></tr>
`;

const row = ({ link, route, summary }: Operation): Html =>
  html`<tr><td><a href="${link}">${summary}</a></td><td><code>${route}</code></td></tr>
`;

/** The page of a code that only issues have. */
export function issuePage({ code, title, advice }: DocumentedIssue): string {
  const content = html`<h1>${title}</h1>
<p class="quiet">The <code>code</code> of an issue in the <code>errors</code> of a <a href="/docs/problems">problem</a>.</p>
<dl>
<dt>code</dt><dd><code>${code}</code></dd>
<dt>in the body</dt><dd><code>pointer</code> is the place.</dd>
<dt>elsewhere</dt><dd><code>parameter</code> or <code>header</code> is its name.</dd>
</dl>
<h2>What to do</h2>
<div class="advice"><p>${prose(advice)}</p></div>
<p class="quiet"><code>detail</code> says what the place must be. It is for people, and its words may change.</p>`;
  return page(title, content);
}

/** All codes, in the contract's order. */
export function problemIndex({ problems, issues }: Contract): string {
  const rows = [...problems.values()].map(
    ({ code, status, title }) =>
      html`<tr><td class="status">${status}</td><td><a href="/docs/problems/${code}"><code>${code}</code></a></td><td>${title}</td></tr>
`,
  );
  return page(
    'Problems',
    html`<h1>Problems</h1>
<p>Every error of the API is <code>application/problem+json</code> with one of these codes. Its <code>type</code> is the
path of the page that explains it.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Title</th></tr></thead><tbody>
${rows}
</tbody></table>
<h2 id="issues">Issues</h2>
<p>Each of a problem's <code>errors</code> has a <code>code</code> of its own: one of the above, or one of these.</p>
<table><thead><tr><th>Code</th><th>Title</th></tr></thead><tbody>
${issues.map(issueRow)}
</tbody></table>`,
  );
}
