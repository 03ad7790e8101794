import { type Html, html, separated } from '../layout/html.ts';
import type { Criterion } from './documents.ts';
import { type Expressions, responsePart } from './expressions.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'is',
  '!=': "isn't",
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
};

/** What a step checks, in words. A condition of an unknown form is shown as it is. */
export function conditionInWords({ type, condition }: Criterion, expressions: Expressions): Html {
  if (type === 'regex') return regexInWords(condition);
  const words = type === 'jsonpath' ? jsonPathInWords(condition) : simpleInWords(condition, expressions);
  return words ?? html`<code>${condition}</code>`;
}

function simpleInWords(condition: string, expressions: Expressions): Html | undefined {
  const [, left, operator, right] = /^(\S+) (==|!=|<=|<|>=|>) (.+)$/.exec(condition) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const subject = left === '$statusCode' ? html`the HTTP status` : responsePart(left);
  return subject && html`${subject} ${OPERATORS[operator!]!} ${literal(right, expressions)}`;
}

function literal(text: string, expressions: Expressions): Html {
  const [, quoted] = /^'(.*)'$/.exec(text) ?? [];
  return text.startsWith('$') ? expressions.value(text) : html`<code>${quoted ?? text}</code>`;
}

/** The forms that the workflows use, where a simple condition can't say it: lengths, membership and negative numbers. */
const JSON_PATHS: readonly (readonly [form: RegExp, words: (...found: string[]) => Html])[] = [
  [
    /^\$\[\?length\(@\.([\w.]+)\) == (\d+)\]$/,
    (list, count) => html`<code>${list!}</code> has ${count!} ${count === '1' ? 'entry' : 'entries'}`,
  ],
  [
    /^\$\[\?@\.([\w.]+)\[\?@ == '([^']+)'\]\]$/,
    (list, value) => html`<code>${list!}</code> contains <code>${value!}</code>`,
  ],
  [
    /^\$\[\?@\.([\w.]+)\[\?@\.(\w+) == ([-\d.]+)\]\]$/,
    (list, name, value) =>
      html`one of <code>${list!}</code> has <code>${name!}</code> <code>${value!}</code>`,
  ],
  [
    /^\$\[\?@\.([\w.]+) == ([-\d.]+)\]$/,
    (path, value) => html`<code>${path!}</code> is <code>${value!}</code>`,
  ],
];

function jsonPathInWords(condition: string): Html | undefined {
  for (const [form, words] of JSON_PATHS) {
    const found = form.exec(condition);
    if (found) return words(...found.slice(1));
  }
  return undefined;
}

/** For exports, whose body isn't JSON. `^.*sku.*\\r\\n.*39\\.9.*\\r\\n$` becomes: the body has 2 lines, with sku, 39.9. */
function regexInWords(regex: string): Html {
  const [, whole] = /^\^(.+)\$$/.exec(regex) ?? [];
  const lines = (whole ?? regex).split(/(?:\\r)?\\n/).filter((line) => line !== '');
  const texts = lines.map((line) => line.replaceAll(/^\.\*|\.\*$/g, '').replaceAll('\\.', '.'));
  const listed = separated(texts.map((text) => html`<code>${text}</code>`));
  if (whole === undefined) return html`the body contains ${listed}`;
  return html`the body has ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, with ${listed}`;
}
