import { basePath, contractOperations, type Operation } from '../../base/contract.ts';
import { type DocumentedProblem, documentedProblems } from './documented-problems.ts';
import { type Html, html, prose } from './html.ts';
import { page } from './page.ts';

/** The page that a problem's `type` points to. Undefined if the code doesn't exist. */
export function problemPage(code: string): string | undefined {
  const problem = documentedProblems.get(code);
  return problem && page(problem.title, contentOf(problem));
}

function contentOf(problem: DocumentedProblem): Html {
  const { code, status, title, advice } = problem;
  return html`<h1>${title}</h1>
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
${occurrence(problem)}
<p class="quiet">Decide by <code>code</code>; <code>title</code> and <code>detail</code> are for people. Treat a code
you don't know by its status. Quote <code>request_id</code> when you ask for help.</p>`;
}

function exampleOf({ example }: DocumentedProblem): Html {
  if (!example) return html``;
  return html`<h2>Example</h2>
<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`;
}

function occurrence({ status, operations }: DocumentedProblem): Html {
  if (operations.length === 0)
    return html`<p>No operation returns it: it is for requests that don't reach one.</p>`;
  if (operations.length === contractOperations.length)
    return html`<p>Every operation can return ${status}.</p>`;
  return html`<p>These operations can return ${status}; <code>code</code> says which problem it is.</p>
<table><tbody>
${operations.map(row)}
</tbody></table>`;
}

function row({ id, tag, method, path, summary }: Operation): Html {
  const link = `/docs/#/${encodeURIComponent(tag)}/${id}`;
  return html`<tr><td><a href="${link}">${summary}</a></td><td><code>${method.toUpperCase()} ${basePath}${path}</code></td></tr>
`;
}

/** All codes, in the contract's order. */
export function problemIndex(): string {
  const rows = [...documentedProblems.values()].map(
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
</tbody></table>`,
  );
}
