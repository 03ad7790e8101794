import type { Contract } from '../contract/contract.ts';
import { type Html, html, paragraphs, prose, separated } from '../layout/html.ts';
import { page } from '../layout/page.ts';
import { operationPath } from '../layout/paths.ts';
import { conditionInWords } from './conditions.ts';
import { curlCommand, VARIABLES } from './curl.ts';
import { type ArazzoDocument, heading, type Step, type Workflows } from './documents.ts';
import { Expressions, responsePartText } from './expressions.ts';
import { scopesOf } from './scopes.ts';

/** All workflows, with what each is for. */
export function workflowIndex(workflows: Workflows): string {
  const entries = [...workflows].map(
    ([
      name,
      { info },
    ]) => html`<dt><a href="/docs/workflows/${name}">${info.title}</a></dt><dd>${prose(info.summary)}</dd>
`,
  );
  return page(
    'How to…',
    html`<h1>How to…</h1>
<p>Each page is a whole workflow, request by request: what to send, what to check, and what to keep for a later step. They are
run against the service before every release, so what they say is what happens.</p>
<dl class="titles">
${entries}
</dl>`,
  );
}

/** A workflow as a page: what it's for, then each step with its request and what is checked. */
export function workflowPage(name: string, document: ArazzoDocument, contract: Contract): string {
  const { info, components } = document;
  const [workflow] = document.workflows;
  const expressions = new Expressions(workflow!.steps, contract);
  const retries = components?.failureActions ?? {};
  return page(
    info.title,
    html`<h1>${info.title}</h1>
<p class="quiet">${prose(info.summary)}</p>
${paragraphs(info.description)}
${needs(workflow!.steps, contract)}
${workflow!.steps.map((step, index) => stepSection(step, index + 1, { contract, expressions, retries }))}
<h2>For programs</h2>
<p>This workflow is an <a href="https://spec.openapis.org/arazzo/v1.0.1.html">Arazzo</a> document, which tools such as Redocly
can run: <a href="/docs/workflows/${name}.arazzo.json">${name}.arazzo.json</a>.</p>`,
  );
}

function needs(steps: readonly Step[], contract: Contract): Html {
  const scopes = separated(scopesOf(steps, contract).map((scope) => html`<code>${scope}</code>`));
  return html`<h2 id="what-you-need">What you need</h2>
<p>An API key with these scopes, and <code>curl</code>: ${scopes}.</p>
<p>Set these variables in a shell. All commands on this page use them.</p>
<pre tabindex="0"><code>${VARIABLES}</code></pre>
`;
}

type Retries = NonNullable<NonNullable<ArazzoDocument['components']>['failureActions']>;

interface StepContext {
  readonly contract: Contract;
  readonly expressions: Expressions;
  readonly retries: Retries;
}

function stepSection(step: Step, number: number, { contract, expressions, retries }: StepContext): Html {
  const { operationId, summary } = contract.operation(step.operationId);
  return html`<h2 id="${step.stepId}">${number}. ${heading(step.stepId)}</h2>
${paragraphs(step.description)}
<pre tabindex="0" class="command"><code>${curlCommand(step, contract, expressions)}</code></pre>
<p class="quiet">Reference: <a href="${operationPath('en', operationId)}">${summary}</a></p>
<p>Check that</p>
<ul>
${step.successCriteria.map(
  (criterion) => html`<li>${conditionInWords(criterion, expressions)}</li>
`,
)}</ul>
${retryNote(step, retries)}${kept(step, expressions)}`;
}

function retryNote({ onFailure = [] }: Step, retries: Retries): Html[] {
  return onFailure.map(({ reference }) => {
    const { retryAfter, retryLimit } = retries[reference.split('.').at(-1)!]!;
    return html`<p>If it isn't so yet, wait ${retryAfter} s and repeat the step, up to ${retryLimit} times.</p>
`;
  });
}

/** The variables to set from the response. */
function kept({ stepId, outputs = {} }: Step, expressions: Expressions): Html {
  const lines = Object.entries(outputs).map(([output, expression]) => {
    const where = expression.startsWith('$response.header') ? 'the header ' : '';
    return html`${expressions.variable(stepId, output).name}='…'   # ${where}${responsePartText(expression)!}
`;
  });
  return lines.length === 0
    ? html``
    : html`<p>Keep this of the response for later steps:</p>
<pre tabindex="0" class="kept"><code>${lines}</code></pre>
`;
}
