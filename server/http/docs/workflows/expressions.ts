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

  /** A body as JSON, with the values from other steps as links. What fits into a line is written in one. */
  json(value: unknown, indent = ''): Html {
    if (value === null || typeof value !== 'object') return this.#scalar(value);
    const [open, close, pad] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
    const parts = Object.entries(value).map(([name, member]) => {
      const text = this.json(member, `${indent}  `);
      return Array.isArray(value) ? text : html`"${name}": ${text}`;
    });
    const line = html`${open}${pad}${separated(parts, ', ')}${pad}${close}`;
    if (fitsIntoLine(line)) return line;
    const broken = `\n${indent}  `;
    return html`${open}${broken}${separated(parts, `,${broken}`)}\n${indent}${close}`;
  }

  #scalar(value: unknown): Html {
    if (typeof value !== 'string') return html`${JSON.stringify(value)}`;
    return value.startsWith('$') ? this.value(value) : html`"${this.value(value)}"`;
  }
}

const LINE_WIDTH = 76;

/** As the browser shows it, without its links' tags. */
function fitsIntoLine({ text }: Html): boolean {
  const shown = text.replaceAll(/<[^>]*>|&\w+;|&#39;/g, (found) => (found.startsWith('&') ? '"' : ''));
  return shown.length <= LINE_WIDTH && !shown.includes('\n');
}

const separated = (parts: readonly Html[], separator: string): Html[] =>
  parts.map((part, index) => html`${index === 0 ? '' : separator}${part}`);

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
