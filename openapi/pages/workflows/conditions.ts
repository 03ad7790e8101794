import { type Html, html, separated } from '../layout/html.ts';
import type { Criterion } from './documents.ts';
import { type Expressions, responsePart } from './expressions.ts';
import type { WorkflowWords } from './words.ts';

/** What a step checks, in words. A condition of an unknown form is shown as it is. */
export function conditionInWords(
  { type, condition }: Criterion,
  expressions: Expressions,
  words: WorkflowWords,
): Html {
  if (type === 'regex') return regexInWords(condition, words);
  const said =
    type === 'jsonpath' ? jsonPathInWords(condition, words) : simpleInWords(condition, expressions, words);
  return said ?? html`<code>${condition}</code>`;
}

function simpleInWords(
  condition: string,
  expressions: Expressions,
  { status, operators, header }: WorkflowWords,
): Html | undefined {
  const [, left, operator, right] = /^(\S+) (==|!=|<=|<|>=|>) (.+)$/.exec(condition) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const subject = left === '$statusCode' ? html`${status}` : responsePart(left, header);
  return subject && html`${subject} ${operators[operator!]!} ${literal(right, expressions)}`;
}

function literal(text: string, expressions: Expressions): Html {
  const [, quoted] = /^'(.*)'$/.exec(text) ?? [];
  return text.startsWith('$') ? expressions.value(text) : html`<code>${quoted ?? text}</code>`;
}

type Sentence = (words: WorkflowWords, ...found: string[]) => Html;

/** The forms that the workflows use, where a simple condition can't say it: lengths, membership and negative numbers. */
const JSON_PATHS: readonly (readonly [form: RegExp, sentence: Sentence])[] = [
  [
    /^\$\[\?length\(@\.([\w.]+)\) == (\d+)\]$/,
    ({ has, entries }, list, count) => html`<code>${list!}</code> ${has} ${counted(Number(count), entries)}`,
  ],
  [
    /^\$\[\?@\.([\w.]+)\[\?@ == '([^']+)'\]\]$/,
    ({ contains }, list, value) => html`<code>${list!}</code> ${contains} <code>${value!}</code>`,
  ],
  [
    /^\$\[\?@\.([\w.]+)\[\?@\.(\w+) == ([-\d.]+)\]\]$/,
    ({ oneOf, has }, list, name, value) =>
      html`${oneOf} <code>${list!}</code> ${has} <code>${name!}</code> <code>${value!}</code>`,
  ],
  [
    /^\$\[\?@\.([\w.]+) == ([-\d.]+)\]$/,
    ({ operators }, path, value) => html`<code>${path!}</code> ${operators['==']!} <code>${value!}</code>`,
  ],
];

const counted = (count: number, [one, several]: readonly string[]): string =>
  `${count} ${count === 1 ? one : several}`;

function jsonPathInWords(condition: string, words: WorkflowWords): Html | undefined {
  for (const [form, sentence] of JSON_PATHS) {
    const found = form.exec(condition);
    if (found) return sentence(words, ...found.slice(1));
  }
  return undefined;
}

/** For exports, whose body isn't JSON. `^.*sku.*\\r\\n.*39\\.9.*\\r\\n$` becomes: the body has 2 lines, with sku, 39.9. */
function regexInWords(regex: string, words: WorkflowWords): Html {
  const [, whole] = /^\^(.+)\$$/.exec(regex) ?? [];
  const lines = (whole ?? regex).split(/(?:\\r)?\\n/).filter((line) => line !== '');
  const texts = lines.map((line) => line.replaceAll(/^\.\*|\.\*$/g, '').replaceAll('\\.', '.'));
  const listed = separated(texts.map((text) => html`<code>${text}</code>`));
  if (whole === undefined) return html`${words.body} ${words.contains} ${listed}`;
  return html`${words.body} ${words.has} ${counted(lines.length, words.lines)}, ${words.with} ${listed}`;
}
