import { Contract } from './contract/contract.ts';
import type { Document } from './contract/document.ts';
import { deprecationPage } from './deprecation-page.ts';
import { type Chapter, chaptersIn, type Sources } from './guides/chapters.ts';
import { guideIndex, guidePage } from './guides/pages.ts';
import { LANGUAGES, type Language, WORDS } from './layout/languages.ts';
import { startStylesheet, stylesheet } from './layout/stylesheet.ts';
import { problemIndex, problemPage } from './problem-pages.ts';
import { searchEntries } from './search/entries.ts';
import { searchPage } from './search/search-page.ts';
import { start } from './start.ts';
import { webhooksPage } from './webhooks/page.ts';
import { type ArazzoDocument, inOrder, type Workflows, workflowJson } from './workflows/documents.ts';
import { workflowIndex, workflowPage } from './workflows/pages.ts';

export interface PageSources {
  readonly guides: Sources;
  readonly workflows: Readonly<Record<string, ArazzoDocument>>;
}

/**
 * Everything below /docs but Swagger UI: the text of each page and file by its path, what stands above Swagger UI, and what the
 * search needs. `{{address}}` in it is the service's address, known when it starts.
 */
export function allPages(document: Document, sources: PageSources) {
  const contract = new Contract(document);
  const workflows = inOrder(sources.workflows);
  const chapters = inEachLanguage((language) => chaptersIn(language, sources.guides, contract));
  return {
    pages: {
      '/docs/pages.css': stylesheet,
      '/docs/start.css': startStylesheet,
      ...Object.assign({}, ...LANGUAGES.map((language) => guidePages(language, chapters[language]))),
      ...workflowPages(workflows, contract),
      ...problemPages(contract),
      '/docs/deprecation': deprecationPage(contract.operations, chapters.en),
      ...byPath(LANGUAGES, (language) => [WORDS[language].webhooksPath, webhooksPage(language, contract)]),
    },
    start: start(),
    search: {
      pages: inEachLanguage(searchPage),
      entries: searchEntries(contract, chapters, workflows),
    },
  };
}

type Texts = Record<string, string>;

const byPath = <T>(
  values: Iterable<T>,
  page: (value: T, index: number) => readonly [string, string],
): Texts => Object.fromEntries([...values].map(page));

const inEachLanguage = <T>(make: (language: Language) => T): Record<Language, T> => ({
  en: make('en'),
  pt: make('pt'),
});

const guidePages = (language: Language, chapters: readonly Chapter[]): Texts => ({
  [WORDS[language].guidesPath]: guideIndex(language, chapters),
  ...byPath(chapters, ({ path }, index) => [path, guidePage(language, chapters, index)]),
});

const workflowPages = (workflows: Workflows, contract: Contract): Texts => ({
  '/docs/workflows': workflowIndex(workflows),
  ...byPath(workflows, ([name, document]) => [
    `/docs/workflows/${name}`,
    workflowPage(name, document, contract),
  ]),
  ...byPath(workflows, ([name, document]) => [`/docs/workflows/${name}.arazzo.json`, workflowJson(document)]),
});

const problemPages = (contract: Contract): Texts => ({
  '/docs/problems': problemIndex(contract),
  ...byPath(contract.problems.values(), (problem) => [
    `/docs/problems/${problem.code}`,
    problemPage(problem, contract),
  ]),
});
