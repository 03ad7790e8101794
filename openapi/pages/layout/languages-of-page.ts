import { type Html, html } from './html.ts';
import { LANGUAGES, type Language, WORDS } from './languages.ts';

/** Where a page is in a language. */
type PathIn = (language: Language) => string;

export function languageSwitch(current: Language, pathIn: PathIn): Html {
  const links = LANGUAGES.map((language) => {
    const { tag, name } = WORDS[language];
    const here = language === current ? html` aria-current="page"` : html``;
    return html`<a href="${pathIn(language)}" lang="${tag}" hreflang="${tag}"${here}>${name}</a>`;
  });
  return html`<div class="languages">${links}</div>`;
}

export const alternatesOf = (pathIn: PathIn) =>
  LANGUAGES.map((language) => [language, pathIn(language)] as const);
