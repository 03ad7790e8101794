import type { Contract } from '../contract/contract.ts';
import { type Language, WORDS } from '../layout/languages.ts';
import { chapterRenderer, type RenderedChapter } from './markdown.ts';

/** The Markdown of openapi/guides, by language and name. */
export type Sources = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Chapter extends RenderedChapter {
  readonly slug: string;
  readonly path: string;
}

/** In the order of the contract's description. */
export function chaptersIn(language: Language, sources: Sources, contract: Contract): readonly Chapter[] {
  const render = chapterRenderer(contract, language);
  return contract.chapters.map((slug) => ({
    slug,
    path: `${WORDS[language].guidesPath}/${slug}`,
    ...render(sources[language]![slug]!),
  }));
}
