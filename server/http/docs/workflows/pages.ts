import { basePath, operationById } from '../../../contract.ts';
import { type Html, html, paragraphs, prose } from '../html.ts';
import { page } from '../page.ts';
import { conditionInWords } from './conditions.ts';
import { type ArazzoDocument, type Step, type StepParameter, workflows } from './documents.ts';
import { Expressions, responsePart } from './expressions.ts';

/** All workflows, with what each is for. */
export function workflowIndex(): string {
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
export function workflowPage(name: string, document: ArazzoDocument): string {
  const { info, components } = document;
  const [workflow] = document.workflows;
  const expressions = new Expressions(workflow!.steps);
  const retries = components?.failureActions ?? {};
  return page(
    info.title,
    html`<h1>${info.title}</h1>
<p class="quiet">${prose(info.summary)}</p>
${paragraphs(info.description)}
${needs(workflow!.inputs.properties)}
${workflow!.steps.map((step, index) => stepSection(step, index + 1, expressions, retries))}
<h2>For programs</h2>
<p>This workflow is an <a href="https://spec.openapis.org/arazzo/v1.0.1.html">Arazzo</a> document, which tools such as Redocly
can run: <a href="/docs/workflows/${name}.arazzo.json">${name}.arazzo.json</a>.</p>`,
  );
}

function needs(inputs: Readonly<Record<string, { readonly description: string }>>): Html {
  const rows = Object.entries(inputs).map(
    ([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${prose(description)}</dd>
`,
  );
  return html`<h2>What you need</h2>
<dl>
${rows}
</dl>
<p>Send the key with every request: <code>Authorization: Bearer {api_key}</code>.</p>
`;
}

type Retries = NonNullable<NonNullable<ArazzoDocument['components']>['failureActions']>;

function stepSection(step: Step, number: number, expressions: Expressions, retries: Retries): Html {
  const { id, tag, summary } = operationById(step.operationId);
  return html`<h2 id="${step.stepId}">${number}. ${heading(step.stepId)}</h2>
${paragraphs(step.description)}
<pre><code>${request(step, expressions)}</code></pre>
<p class="quiet">Reference: <a href="/docs/#/${encodeURIComponent(tag)}/${id}">${summary}</a></p>
<p>Check that</p>
<ul>
${step.successCriteria.map(
  (criterion) => html`<li>${conditionInWords(criterion, expressions)}</li>
`,
)}</ul>
${retryNote(step, retries)}${kept(step)}`;
}

/** "add-stock" becomes "Add stock". */
const heading = (stepId: string): string => stepId[0]!.toUpperCase() + stepId.slice(1).replaceAll('-', ' ');

function request({ operationId, parameters = [], requestBody }: Step, expressions: Expressions): Html {
  const { method, path } = operationById(operationId);
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(
      ({ name, value }) => html`
${name}: ${expressions.value(value)}`,
    );
  const body = requestBody
    ? html`

${expressions.json(requestBody.payload)}`
    : html``;
  return html`${method.toUpperCase()} ${basePath}${filledPath(path, parameters, expressions)}${query(parameters, expressions)}${headers}${body}`;
}

function filledPath(path: string, parameters: readonly StepParameter[], expressions: Expressions): Html[] {
  const values = new Map(
    parameters.flatMap((one) => (one.in === 'path' ? [[one.name, one.value] as const] : [])),
  );
  return path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? expressions.value(values.get(part.slice(1, -1))) : html`${part}`));
}

function query(parameters: readonly StepParameter[], expressions: Expressions): Html[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .map(
      ({ name, value }, index) => html`
  ${index === 0 ? '?' : '&'}${name}=${expressions.value(value)}`,
    );
}

function retryNote({ onFailure = [] }: Step, retries: Retries): Html[] {
  return onFailure.map(({ reference }) => {
    const { retryAfter, retryLimit } = retries[reference.split('.').at(-1)!]!;
    return html`<p>If it isn't so yet, wait ${retryAfter} s and repeat the step, up to ${retryLimit} times.</p>
`;
  });
}

function kept({ outputs = {} }: Step): Html {
  const parts = Object.entries(outputs).map(
    ([name, expression], index) => html`${index === 0 ? '' : ', '}${keptPart(name, expression)}`,
  );
  return parts.length === 0
    ? html``
    : html`<p>Keep ${parts} for later steps.</p>
`;
}

function keptPart(name: string, expression: string): Html {
  const part = responsePart(expression)!;
  return expression.endsWith(`/${name}`) ? part : html`${part} as <code>${name}</code>`;
}
