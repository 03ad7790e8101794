import { type Html, html, separated } from '../layout/html.ts';
import { type Expressions, type Variable, variableLink } from './expressions.ts';

type Part = string | Variable;

/** What the shell would interpret between double quotation marks. */
const inQuotes = (text: string): string => text.replaceAll(/[\\"$`]/g, String.raw`\$&`);
/** What it would interpret in a here-document. */
const inDocument = (text: string): string => text.replaceAll(/[\\$`]/g, String.raw`\$&`);

function rendered(parts: readonly Part[], protect: (text: string) => string): Html[] {
  return parts.map((part, index) =>
    typeof part === 'string' ? html`${protect(part)}` : variableLink(part, continues(parts[index + 1])),
  );
}

/** Whether the name of a variable would go on with the text that follows. */
const continues = (next: Part | undefined): boolean => typeof next === 'string' && /^\w/.test(next);

/** A word of a command: 'as it is', or "with $variables". */
export function quotedWord(parts: readonly Part[]): Html {
  const plain = parts.every((part) => typeof part === 'string') && !parts.join('').includes("'");
  return plain ? html`'${parts.join('')}'` : html`"${rendered(parts, inQuotes)}"`;
}

const LINE_WIDTH = 76;

/** A body as JSON for a here-document. What fits into a line is written in one. */
export function jsonDocument(value: unknown, expressions: Expressions, indent = ''): Html {
  if (value === null || typeof value !== 'object') return scalar(value, expressions);
  const [open, close, pad] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  const parts = Object.entries(value).map(([name, member]) => {
    const text = jsonDocument(member, expressions, `${indent}  `);
    return Array.isArray(value) ? text : html`"${name}": ${text}`;
  });
  const line = html`${open}${pad}${separated(parts, ', ')}${pad}${close}`;
  if (fitsIntoLine(line)) return line;
  const broken = `\n${indent}  `;
  return html`${open}${broken}${separated(parts, `,${broken}`)}\n${indent}${close}`;
}

function scalar(value: unknown, expressions: Expressions): Html {
  if (typeof value !== 'string') return html`${JSON.stringify(value)}`;
  const parts = expressions.parts(value);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object' && !only.isText) return variableLink(only);
  return html`"${rendered(parts, (text) => inDocument(JSON.stringify(text).slice(1, -1)))}"`;
}

/** As the browser shows it, without its links' tags. */
function fitsIntoLine({ text }: Html): boolean {
  const shown = text.replaceAll(/<[^>]*>|&\w+;|&#39;/g, (found) => (found.startsWith('&') ? '"' : ''));
  return shown.length <= LINE_WIDTH && !shown.includes('\n');
}
