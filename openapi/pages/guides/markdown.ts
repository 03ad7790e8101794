import { Marked, type Token, type Tokens } from 'marked';
import type { Contract } from '../contract/contract.ts';
import { Html, html } from '../layout/html.ts';
import type { Language } from '../layout/languages.ts';
import { operationPath, problemPath } from '../layout/paths.ts';

/** Where a piece of inline code leads: an operation, such as `GET /orders`, or a problem code. */
function linksOf({ operations, problems }: Contract, language: Language): ReadonlyMap<string, string> {
  return new Map([
    ...operations.flatMap(({ method, path, route, operationId }) =>
      [`${method.toUpperCase()} ${path}`, route].map(
        (text) => [text, operationPath(language, operationId)] as const,
      ),
    ),
    ...[...problems.keys()].map((code) => [code, problemPath(language, code)] as const),
  ]);
}

const ACCENTS = /\p{M}/gu;

export const anchorOf = (heading: string): string =>
  heading
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** A link between chapters names the file, so that it also works where the files are shown. */
const hrefOf = (href: string): string => href.replace(/^([a-z0-9-]+)\.md(?=#|$)/, '$1');

const markedWith = (links: ReadonlyMap<string, string>): Marked =>
  new Marked({
    renderer: {
      /** The chapters need no HTML of their own. */
      html: ({ text }) => html`${text}`.text,
      code: ({ text, lang = '' }) =>
        html`<pre tabindex="0"><code class="language-${lang}">${text}</code></pre>
`.text,
      codespan({ text }) {
        const code = html`<code>${text}</code>`;
        const link = links.get(text);
        return link === undefined ? code.text : html`<a href="${link}">${code}</a>`.text;
      },
      link({ href, tokens }) {
        return html`<a href="${hrefOf(href)}">${new Html(this.parser.parseInline(tokens))}</a>`.text;
      },
      heading({ depth, tokens, text }) {
        const content = new Html(this.parser.parseInline(tokens));
        const id = anchorOf(text);
        return html`<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>
`.text;
      },
      table(token) {
        const [head, ...body] = [token.header, ...token.rows].map((cells) =>
          cells.map((cell) => tableCell(cell, new Html(this.parser.parseInline(cell.tokens)))),
        );
        const rows = body.map(
          (cells) => html`<tr>${cells}</tr>
`,
        );
        return html`<div class="wide" tabindex="0"><table><thead><tr>${head!}</tr></thead><tbody>
${rows}</tbody></table></div>
`.text;
      },
    },
  });

/** The corner above the names of rows is no heading. */
function tableCell({ header }: Tokens.TableCell, content: Html): Html {
  return header && content.text !== '' ? html`<th scope="col">${content}</th>` : html`<td>${content}</td>`;
}

/** Renders a text of the contract. Its code leads to operations and problems, as in a chapter. */
export function textRenderer(contract: Contract, language: Language): (markdown: string) => Html {
  const marked = markedWith(linksOf(contract, language));
  return (markdown) => new Html(marked.parse(markdown, { async: false }));
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

export interface RenderedChapter {
  readonly title: string;
  /** The first paragraph, which says what the chapter is about. */
  readonly lead: Html;
  /** What stands between the lead and the first section. */
  readonly opening: Html;
  readonly sections: readonly Section[];
}

/** Renders chapters of Markdown: `# Title`, a paragraph, and their sections under `## …`. */
export function chapterRenderer(
  contract: Contract,
  language: Language,
): (markdown: string) => RenderedChapter {
  const marked = markedWith(linksOf(contract, language));
  const toHtml = (tokens: Token[]): Html => new Html(marked.parser(tokens));
  return (markdown) => {
    const [title, lead, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
    const starts = rest.flatMap((token, index) => (isSection(token) ? [index] : []));
    return {
      title: (title as Tokens.Heading).text,
      lead: toHtml([lead!]),
      opening: toHtml(rest.slice(0, starts[0])),
      sections: starts.map((start, index) => {
        const { text } = rest[start] as Tokens.Heading;
        const content = toHtml(rest.slice(start, starts[index + 1]));
        return { id: anchorOf(text), title: text.replaceAll('`', ''), content };
      }),
    };
  };
}

const isSection = (token: Token): boolean =>
  token.type === 'heading' && (token as Tokens.Heading).depth === 2;
