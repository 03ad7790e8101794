import { bundle, readGenerated } from '../../../base/contract.ts';
import { type Language, WORDS } from '../languages.ts';
import { type RenderedChapter, renderChapter } from './markdown.ts';

/** The Markdown files of openapi/guides. */
type Sources = Readonly<Record<Language, Readonly<Record<string, string>>>>;

export interface Chapter extends RenderedChapter {
  readonly slug: string;
  readonly path: string;
}

/** In the order in which the contract's description names them. */
export const slugs: readonly string[] = [
  ...bundle.info.description.matchAll(/\(\/docs\/guides\/([a-z-]+)\)/g),
].map(([, slug]) => slug!);

const sources = JSON.parse(readGenerated('guides.json')) as Sources;
const rendered: Partial<Record<Language, readonly Chapter[]>> = {};

/** Rendered when somebody asks for one of them: some 50 ms per language, once, which no start of the service has to wait for. */
export function chaptersIn(language: Language): readonly Chapter[] {
  rendered[language] ??= slugs.map((slug) => ({
    slug,
    path: `${WORDS[language].guidesPath}/${slug}`,
    ...renderChapter(sources[language][slug]!),
  }));
  return rendered[language];
}
