import type { Contract } from '../contract/contract.ts';
import { type Html, html } from '../layout/html.ts';
import type { Step } from './documents.ts';
import { isTextInExample } from './response-example.ts';

/** A value that the reader fills in, or keeps from an earlier step: a variable of the shell. */
export interface Variable {
  readonly name: string;
  /** The step that it comes from. Undefined for what the reader chooses. */
  readonly stepId: string | undefined;
  /** Whether it's text in JSON, and so belongs between quotation marks. */
  readonly isText: boolean;
}

const STEP_OUTPUT = /^\$steps\.([\w-]+)\.outputs\.(\w+)$/;

/** Arazzo's runtime expressions as variables. `$steps.place-it.outputs.order_id` becomes $order_id, `{$inputs.run}` $run. */
export class Expressions {
  readonly #variables: ReadonlyMap<string, Variable>;

  constructor(steps: readonly Step[], contract: Contract) {
    this.#variables = new Map(
      steps.flatMap((step, index) =>
        Object.entries(step.outputs ?? {}).map(([output, expression]) => [
          `${step.stepId}.${output}`,
          {
            name: isUnique(output, steps) ? output : `${output}_${index + 1}`,
            stepId: step.stepId,
            isText: isTextInExample(contract.operation(step.operationId), expression),
          },
        ]),
      ),
    );
  }

  /** The variable that a step's output is kept in. */
  variable(stepId: string, output: string): Variable {
    const variable = this.#variables.get(`${stepId}.${output}`);
    if (variable === undefined) throw new Error(`There is no ${output} of a step ${stepId}.`);
    return variable;
  }

  /** A value that a step sends, as literal texts and variables. */
  parts(value: unknown): readonly (string | Variable)[] {
    const text = String(value);
    const [whole, stepId, output] = STEP_OUTPUT.exec(text) ?? [];
    if (whole) return [this.variable(stepId!, output!)];
    return text
      .split(/(\{\$inputs\.\w+\})/)
      .filter((part) => part !== '')
      .map((part) => {
        const [, name] = /^\{\$inputs\.(\w+)\}$/.exec(part) ?? [];
        return name === undefined ? part : { name, stepId: undefined, isText: true };
      });
  }

  /** A value in a sentence. */
  value(value: unknown): Html {
    return html`<code>${this.parts(value).map((part) => (typeof part === 'string' ? html`${part}` : variableLink(part)))}</code>`;
  }
}

const isUnique = (output: string, steps: readonly Step[]): boolean =>
  steps.filter(({ outputs = {} }) => output in outputs).length === 1;

/** A variable leads to the step that it comes from. */
export function variableLink({ name, stepId }: Variable, braces = false): Html {
  const text = braces ? `\${${name}}` : `$${name}`;
  return stepId === undefined ? html`${text}` : html`<a href="#${stepId}">${text}</a>`;
}

/** `$response.body#/items/0/total` becomes items[0].total, `$response.header.ETag` the header ETag. */
export function responsePart(expression: string, header: string): Html | undefined {
  const text = responsePartText(expression);
  if (text === undefined) return undefined;
  return expression.startsWith('$response.header')
    ? html`${header} <code>${text}</code>`
    : html`<code>${text}</code>`;
}

export function responsePartText(expression: string): string | undefined {
  const [, header] = /^\$response\.header\.([\w-]+)$/.exec(expression) ?? [];
  if (header) return header;
  const [, pointer] = /^\$response\.body#((?:\/[\w-]+)+)$/.exec(expression) ?? [];
  return pointer
    ?.slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}
