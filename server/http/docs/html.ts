/** Text that is HTML already. Only `html` and `prose` make it, and both escape what they are given. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Value = string | number | Html | readonly Html[];

/** A template whose values are escaped, but for those that are HTML: html`<p>${text}</p>`. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toHtml(values[index - 1]!) + part));
}

function toHtml(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Words of the contract: what stands in `backquotes` becomes code. */
export function prose(text: string): Html {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
  return new Html(toHtml(parts));
}

/** Several paragraphs of such words, with blank lines between them. */
export const paragraphs = (text: string): Html[] =>
  text.split(/\n{2,}/).map((one) => html`<p>${prose(one)}</p>`);
