import type { Document } from '../document.ts';
import type { Translate } from '../translations.ts';
import { Contract } from './contract/contract.ts';
import { deprecationPage } from './deprecation-page.ts';
import { type Chapter, chaptersIn, type Sources } from './guides/chapters.ts';
import { guideIndex, guidePage } from './guides/pages.ts';
import { LANGUAGES, type Language, WORDS } from './layout/languages.ts';
import { workflowPath, workflowsPath } from './layout/paths.ts';
import type { Speech } from './layout/speech.ts';
import { startStylesheet, stylesheet } from './layout/stylesheet.ts';
import { problemPages } from './problem-pages.ts';
import { searchEntries } from './search/entries.ts';
import { searchPage } from './search/search-page.ts';
import { start } from './start.ts';
import { webhooksPage } from './webhooks/page.ts';
import { type ArazzoDocument, inOrder, type Workflows, workflowJson } from './workflows/documents.ts';
import { workflowIndex, workflowPage } from './workflows/pages.ts';

export interface PageSources {
  readonly guides: Sources;
  readonly workflows: Readonly<Record<string, ArazzoDocument>>;
  readonly translate: Translate;
}

/**
 * Everything below /docs but Swagger UI: the text of each page and file by its path, what stands above Swagger UI, and what the
 * search needs. `{{address}}` in it is the service's address, known when it starts.
 */
export function allPages(document: Document, sources: PageSources) {
  const contract = new Contract(document);
  const workflows = inOrder(sources.workflows);
  const speeches: Speech[] = [
    { language: 'en', text: (english) => english },
    { language: 'pt', text: sources.translate },
  ];
  const chapters = inEachLanguage((language) => chaptersIn(language, sources.guides, contract));
  return {
    pages: Object.fromEntries([
      ['/docs/pages.css', stylesheet],
      ['/docs/start.css', startStylesheet],
      ...LANGUAGES.flatMap((language) => guidePages(language, chapters[language])),
      ...speeches.flatMap((speech) => workflowPages(workflows, { contract, speech })),
      ...[...workflows].map(
        ([name, each]): Page => [`/docs/workflows/${name}.arazzo.json`, workflowJson(each)],
      ),
      ...speeches.flatMap((speech) => problemPages(contract, speech)),
      ...LANGUAGES.map((language) => [
        WORDS[language].deprecationPath,
        deprecationPage(contract.operations, chapters[language], language),
      ]),
      ...speeches.map((speech) => [WORDS[speech.language].webhooksPath, webhooksPage(contract, speech)]),
    ]) as Readonly<Record<string, string>>,
    start: start([...new Set(contract.operations.map(({ tags }) => tags[0]!))]),
    search: {
      pages: inEachLanguage(searchPage),
      entries: searchEntries(contract, chapters, workflows, speeches),
    },
  };
}

const inEachLanguage = <T>(make: (language: Language) => T): Record<Language, T> => ({
  en: make('en'),
  pt: make('pt'),
});

type Page = readonly [path: string, text: string];

const guidePages = (language: Language, chapters: readonly Chapter[]): Page[] => [
  [WORDS[language].guidesPath, guideIndex(language, chapters)],
  ...chapters.map(({ path }, index): Page => [path, guidePage(language, chapters, index)]),
];

const workflowPages = (
  workflows: Workflows,
  context: { readonly contract: Contract; readonly speech: Speech },
): Page[] => [
  [workflowsPath(context.speech.language), workflowIndex(workflows, context.speech)],
  ...[...workflows].map(
    ([name, document]): Page => [
      workflowPath(context.speech.language, name),
      workflowPage(name, document, context),
    ],
  ),
];
