import { type Html, html } from '../layout/html.ts';
import { type Language, WORDS } from '../layout/languages.ts';
import { alternatesOf, languageSwitch } from '../layout/languages-of-page.ts';
import { page } from '../layout/page.ts';
import type { Chapter } from './chapters.ts';
import type { Section } from './markdown.ts';

/** All chapters of a language, with what each is about. */
export function guideIndex(language: Language, chapters: readonly Chapter[]): string {
  const { guides, guidesLead } = WORDS[language];
  const entries = chapters.map(
    ({ path, title, lead }) => html`<dt><a href="${path}">${title}</a></dt><dd>${lead}</dd>
`,
  );
  const pathIn = (other: Language): string => WORDS[other].guidesPath;
  const content = html`${languageSwitch(language, pathIn)}
<h1>${guides}</h1>
<p>${guidesLead}</p>
<dl class="titles">
${entries}</dl>`;
  return page(guides, content, { language, alternates: alternatesOf(pathIn) });
}

/** A chapter with its table of contents, between the list of all chapters and the links to its neighbours. */
export function guidePage(language: Language, chapters: readonly Chapter[], index: number): string {
  const { slug, title, lead, opening, sections } = chapters[index]!;
  const pathIn = (other: Language): string => `${WORDS[other].guidesPath}/${slug}`;
  const content = html`<div class="guide">
${chapterList(language, chapters, slug)}
<article>
${languageSwitch(language, pathIn)}
<h1>${title}</h1>
${lead}${contents(language, sections)}
${opening}${sections.map((section) => section.content)}
${neighbours(language, chapters[index - 1], chapters[index + 1])}
</article>
</div>`;
  return page(title, content, { language, alternates: alternatesOf(pathIn) });
}

function chapterList(language: Language, chapters: readonly Chapter[], current: string): Html {
  const { guides } = WORDS[language];
  const items = chapters.map(({ slug, path, title }) => {
    const here = slug === current ? html` aria-current="page"` : html``;
    return html`<li><a href="${path}"${here}>${title}</a></li>
`;
  });
  return html`<nav class="chapters" aria-label="${guides}"><ol>
${items}</ol></nav>`;
}

function contents(language: Language, sections: readonly Section[]): Html {
  const { onThisPage } = WORDS[language];
  const items = sections.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>
`,
  );
  return html`<nav class="contents" aria-label="${onThisPage}"><b>${onThisPage}</b><ul>
${items}</ul></nav>`;
}

function neighbours(language: Language, before: Chapter | undefined, after: Chapter | undefined): Html {
  const { previous, next } = WORDS[language];
  const link = (label: string, rel: string, chapter: Chapter | undefined): Html =>
    chapter
      ? html`<a rel="${rel}" href="${chapter.path}"><small>${label}</small>${chapter.title}</a>`
      : html`<span></span>`;
  return html`<nav class="neighbours" aria-label="${previous}, ${next}">${link(previous, 'prev', before)}
${link(next, 'next', after)}</nav>`;
}
