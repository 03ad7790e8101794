import type { Contract } from '../contract/contract.ts';
import { type Html, html, paragraphs, prose, separated } from '../layout/html.ts';
import { type Language, WORDS } from '../layout/languages.ts';
import { alternatesOf, languageSwitch } from '../layout/languages-of-page.ts';
import { page } from '../layout/page.ts';
import { operationPath, workflowPath, workflowsPath } from '../layout/paths.ts';
import type { Speech } from '../layout/speech.ts';
import { conditionInWords } from './conditions.ts';
import { curlCommand, variables } from './curl.ts';
import { type ArazzoDocument, heading, type Step, type Workflows } from './documents.ts';
import { Expressions, responsePartText } from './expressions.ts';
import { scopesOf } from './scopes.ts';
import { words } from './words.ts';

/** All workflows, with what each is for. */
export function workflowIndex(workflows: Workflows, { language, text }: Speech): string {
  const { workflows: title } = WORDS[language];
  const entries = [...workflows].map(
    ([
      name,
      { info },
    ]) => html`<dt><a href="${workflowPath(language, name)}">${text(info.title)}</a></dt><dd>${prose(text(info.summary))}</dd>
`,
  );
  return page(
    title,
    html`${languageSwitch(language, workflowsPath)}
<h1>${title}</h1>
<p>${words[language].lead}</p>
<dl class="titles">
${entries}
</dl>`,
    { language, alternates: alternatesOf(workflowsPath) },
  );
}

/** A workflow as a page: what it's for, then each step with its request and what is checked. */
export function workflowPage(
  name: string,
  document: ArazzoDocument,
  { contract, speech }: Pick<StepContext, 'contract' | 'speech'>,
): string {
  const { info, components } = document;
  const { language, text } = speech;
  const { programs, document: arazzo } = words[language];
  const [workflow] = document.workflows;
  const expressions = new Expressions(workflow!.steps, contract);
  const context = { contract, speech, expressions, retries: components?.failureActions ?? {} };
  const pathIn = (other: Language): string => workflowPath(other, name);
  return page(
    text(info.title),
    html`${languageSwitch(language, pathIn)}
<h1>${text(info.title)}</h1>
<p class="quiet">${prose(text(info.summary))}</p>
${paragraphs(text(info.description))}
${needs(workflow!.steps, context)}
${workflow!.steps.map((step, index) => stepSection(step, index + 1, context))}
<h2>${programs}</h2>
<p>${arazzo[0]!} <a href="https://spec.openapis.org/arazzo/v1.0.1.html">Arazzo</a> ${arazzo[1]!}
<a href="/docs/workflows/${name}.arazzo.json">${name}.arazzo.json</a>.</p>`,
    { language, alternates: alternatesOf(pathIn) },
  );
}

function needs(steps: readonly Step[], { contract, speech }: StepContext): Html {
  const said = words[speech.language];
  const scopes = separated(scopesOf(steps, contract).map((scope) => html`<code>${scope}</code>`));
  return html`<h2 id="what-you-need">${said.needs}</h2>
<p>${said.key} <code>curl</code>: ${scopes}.</p>
<p>${said.variables}</p>
<pre tabindex="0"><code>${variables(said)}</code></pre>
`;
}

type Retries = NonNullable<NonNullable<ArazzoDocument['components']>['failureActions']>;

interface StepContext {
  readonly speech: Speech;
  readonly contract: Contract;
  readonly expressions: Expressions;
  readonly retries: Retries;
}

function stepSection(step: Step, number: number, context: StepContext): Html {
  const { contract, expressions, speech } = context;
  const { operationId, summary } = contract.operation(step.operationId);
  const said = words[speech.language];
  return html`<h2 id="${step.stepId}">${number}. ${speech.text(heading(step.stepId))}</h2>
${paragraphs(speech.text(step.description))}
<pre tabindex="0" class="command"><code>${curlCommand(step, contract, expressions)}</code></pre>
<p class="quiet">${said.reference}: <a href="${operationPath(speech.language, operationId)}">${speech.text(summary)}</a></p>
<p>${said.check}</p>
<ul>
${step.successCriteria.map(
  (criterion) => html`<li>${conditionInWords(criterion, expressions, said)}</li>
`,
)}</ul>
${retryNote(step, context)}${kept(step, context)}`;
}

function retryNote({ onFailure = [] }: Step, { retries, speech }: StepContext): Html[] {
  return onFailure.map(({ reference }) => {
    const { retryAfter, retryLimit } = retries[reference.split('.').at(-1)!]!;
    return html`<p>${words[speech.language].retry(retryAfter, retryLimit)}</p>
`;
  });
}

/** The variables to set from the response. */
function kept({ stepId, outputs = {} }: Step, { expressions, speech }: StepContext): Html {
  const { header, keep } = words[speech.language];
  const lines = Object.entries(outputs).map(([output, expression]) => {
    const where = expression.startsWith('$response.header') ? `${header} ` : '';
    return html`${expressions.variable(stepId, output).name}='…'   # ${where}${responsePartText(expression)!}
`;
  });
  return lines.length === 0
    ? html``
    : html`<p>${keep}</p>
<pre tabindex="0" class="kept"><code>${lines}</code></pre>
`;
}
