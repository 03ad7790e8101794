/** Text that already is HTML. Only `html`, `prose` and guides/markdown.ts create it, and all of them escape their input. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  /** What follows the first occurrence of a tag. */
  after(tag: string): Html {
    return new Html(this.text.slice(this.text.indexOf(tag) + tag.length));
  }

  /** With the links to one address leading to another. */
  withLinks(from: string, to: string): Html {
    return new Html(this.text.replaceAll(`href="${from}"`, `href="${to}"`));
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

/** A template that escapes its values, unless they are Html: html`<p>${text}</p>`. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toHtml(values[index - 1]!) + part));
}

function toHtml(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The parts with a text in between. */
export const separated = (parts: readonly Html[], separator = ', '): Html[] =>
  parts.map((part, index) => html`${index === 0 ? '' : separator}${part}`);

/** Text from the contract: `backquoted` parts become code. */
export function prose(text: string): Html {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
  return new Html(toHtml(parts));
}

/** The same for several paragraphs, separated by blank lines. */
export const paragraphs = (text: string): Html[] =>
  text.split(/\n{2,}/).map((one) => html`<p>${prose(one)}</p>`);

const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

/** What a reader sees: the text without its tags, white space as single blanks. */
export const textOf = ({ text }: Html): string =>
  text
    .replaceAll(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity)!)
    .replaceAll(/\s+/g, ' ')
    .trim();
