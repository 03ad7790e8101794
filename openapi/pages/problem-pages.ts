import type { Operation } from '../operations.ts';
import type { Contract } from './contract/contract.ts';
import type { DocumentedIssue, DocumentedProblem } from './contract/problems.ts';
import { type Html, html, prose } from './layout/html.ts';
import { type Language, WORDS } from './layout/languages.ts';
import { alternatesOf, languageSwitch } from './layout/languages-of-page.ts';
import { page } from './layout/page.ts';
import { operationPath } from './layout/paths.ts';
import type { Speech } from './layout/speech.ts';
import { problemWords } from './problem-words.ts';

type Page = readonly [path: string, text: string];

/** A page per code, and the list of all. A problem's `type` leads to the English one. */
export const problemPages = (contract: Contract, speech: Speech): Page[] => [
  [WORDS[speech.language].problemsPath, problemIndex(contract, speech)],
  ...[...contract.problems.values()].map(
    (problem): Page => [pathOf(problem.code, speech.language), problemPage(problem, contract, speech)],
  ),
  ...contract.issues.map((issue): Page => [pathOf(issue.code, speech.language), issuePage(issue, speech)]),
];

const pathOf = (code: string, language: Language): string => `${WORDS[language].problemsPath}/${code}`;

function problemPage(problem: DocumentedProblem, { operations }: Contract, speech: Speech): string {
  const { code, status, title, advice } = problem;
  const said = problemWords[speech.language];
  return codePage(code, speech, title, [
    html`<p class="quiet">${said.format} <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>.</p>
<dl>
<dt>code</dt><dd><code>${code}</code></dd>
<dt>status</dt><dd class="status">${status}</dd>
<dt>type</dt><dd><code>/docs/problems/${code}</code></dd>
</dl>
${adviceOf(advice, speech)}
${exampleOf(problem, said.example)}
<h2>${said.where}</h2>
${occurrence(problem, operations.length, speech)}
<p class="quiet">${prose(said.decide)}</p>`,
  ]);
}

/** Of a code that only issues have. */
function issuePage({ code, title, advice }: DocumentedIssue, speech: Speech): string {
  const said = problemWords[speech.language];
  return codePage(code, speech, title, [
    html`<p class="quiet">${prose(said.ofIssue)}</p>
<dl>
<dt>code</dt><dd><code>${code}</code></dd>
<dt>${said.inBody}</dt><dd>${prose(said.pointer)}</dd>
<dt>${said.elsewhere}</dt><dd>${prose(said.parameter)}</dd>
</dl>
${adviceOf(advice, speech)}
<p class="quiet">${prose(said.detail)}</p>`,
  ]);
}

function codePage(
  code: string,
  { language, text }: Speech,
  english: string,
  content: readonly Html[],
): string {
  const pathIn = (other: Language): string => pathOf(code, other);
  const title = text(english);
  const shown = html`${languageSwitch(language, pathIn)}
<h1>${title}</h1>
${content}`;
  return page(title, shown, { language, alternates: alternatesOf(pathIn) });
}

const adviceOf = (advice: string, { language, text }: Speech): Html =>
  html`<h2>${problemWords[language].whatToDo}</h2>
<div class="advice"><p>${prose(text(advice))}</p></div>`;

function exampleOf({ example }: DocumentedProblem, title: string): Html {
  if (!example) return html``;
  return html`<h2>${title}</h2>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`;
}

function occurrence({ status, operations }: DocumentedProblem, all: number, speech: Speech): Html {
  const said = problemWords[speech.language];
  if (operations.length === 0) return html`<p>${said.nowhere}</p>`;
  if (operations.length === all) return html`<p>${said.everywhere} ${status}.</p>`;
  return html`<p>${said.these} ${status}; ${prose(said.codeSays)}</p>
<table><tbody>
${operations.map((operation) => row(operation, speech))}
</tbody></table>`;
}

const row = ({ operationId, route, summary }: Operation, { language, text }: Speech): Html =>
  html`<tr><td><a href="${operationPath(language, operationId)}">${text(summary)}</a></td><td><code>${route}</code></td></tr>
`;

/** All codes, in the contract's order. */
function problemIndex({ problems, issues }: Contract, { language, text }: Speech): string {
  const said = problemWords[language];
  const pathIn = (other: Language): string => WORDS[other].problemsPath;
  const link = (code: string): Html => html`<a href="${pathOf(code, language)}"><code>${code}</code></a>`;
  const rows = [...problems.values()].map(
    ({ code, status, title }) =>
      html`<tr><td class="status">${status}</td><td>${link(code)}</td><td>${text(title)}</td></tr>
`,
  );
  const issueRows = issues.map(
    ({ code, title }) => html`<tr><td>${link(code)}</td><td>${text(title)}</td></tr>
`,
  );
  const { problems: title } = WORDS[language];
  const content = html`${languageSwitch(language, pathIn)}
<h1>${title}</h1>
<p>${prose(said.all)}</p>
<table><thead><tr><th>Status</th><th>${said.code}</th><th>${said.title}</th></tr></thead><tbody>
${rows}
</tbody></table>
<h2 id="issues">${said.issues}</h2>
<p>${prose(said.ofEach)}</p>
<table><thead><tr><th>${said.code}</th><th>${said.title}</th></tr></thead><tbody>
${issueRows}
</tbody></table>`;
  return page(title, content, { language, alternates: alternatesOf(pathIn) });
}
