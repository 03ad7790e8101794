import { type Html, html } from '../html.ts';
import type { Step } from './documents.ts';

/** Arazzo's runtime expressions in words. `$steps.ship-it.outputs.id` becomes a link: ‹id from step 3›. */
export class Expressions {
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(steps: readonly Step[]) {
    this.#numbers = new Map(steps.map(({ stepId }, index) => [stepId, index + 1]));
  }

  /** A value that a step sends, as text without quotes. */
  value(value: unknown): Html {
    const text = String(value);
    const [whole, stepId, output] = /^\$steps\.([\w-]+)\.outputs\.(\w+)$/.exec(text) ?? [];
    if (whole) return this.#fromStep(stepId!, output!);
    return html`${text.replaceAll(/\{\$inputs\.(\w+)\}/g, '{$1}')}`;
  }

  #fromStep(stepId: string, output: string): Html {
    const number = this.#numbers.get(stepId);
    if (number === undefined) throw new Error(`There is no step ${stepId}.`);
    return html`‹<a href="#${stepId}">${output} from step ${number}</a>›`;
  }

  /** A body as JSON, with the values from other steps as links. */
  json(value: unknown, indent = ''): Html {
    if (Array.isArray(value))
      return this.#list(
        '[',
        ']',
        value.map((item) => this.json(item, `${indent}  `)),
        indent,
      );
    if (value !== null && typeof value === 'object') {
      const members = Object.entries(value).map(
        ([name, member]) => html`"${name}": ${this.json(member, `${indent}  `)}`,
      );
      return this.#list('{', '}', members, indent);
    }
    if (typeof value !== 'string') return html`${JSON.stringify(value)}`;
    const text = this.value(value);
    return value.startsWith('$') ? text : html`"${text}"`;
  }

  #list(open: string, close: string, parts: readonly Html[], indent: string): Html {
    const lines = parts.map(
      (part, index) => html`
${indent}  ${part}${index < parts.length - 1 ? ',' : ''}`,
    );
    return html`${open}${lines}
${indent}${close}`;
  }
}

/** `$response.body#/items/0/total` becomes items[0].total, `$response.header.ETag` the header ETag. */
export function responsePart(expression: string): Html | undefined {
  const [, header] = /^\$response\.header\.([\w-]+)$/.exec(expression) ?? [];
  if (header) return html`the header <code>${header}</code>`;
  const [, pointer] = /^\$response\.body#((?:\/[\w-]+)+)$/.exec(expression) ?? [];
  if (!pointer) return undefined;
  const path = pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  return html`<code>${path}</code>`;
}
