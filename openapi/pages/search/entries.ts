import type { Contract } from '../contract/contract.ts';
import type { Chapter } from '../guides/chapters.ts';
import { type Html, html, textOf } from '../layout/html.ts';
import { LANGUAGES, type Language, WORDS } from '../layout/languages.ts';
import { words as webhookWords } from '../webhooks/words.ts';
import { heading, type Workflows } from '../workflows/documents.ts';

export type EntryKind = 'guide' | 'operation' | 'problem' | 'workflow' | 'event';

/** Something that can be found: a section of a page. */
export interface Entry {
  readonly kind: EntryKind;
  readonly language: Language;
  readonly href: string;
  /** Of the page. */
  readonly title: string;
  /** Of the section, or the operation's method and path, the problem's code, the event's kind. */
  readonly heading: string;
  readonly text: string;
}

/** What is written in English, and has no language of its own. */
const english = (kind: EntryKind, href: string, title: string, heading: string, text: string): Entry => ({
  kind,
  language: 'en',
  href,
  title,
  heading,
  text: text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim(),
});

const guides = (language: Language, chapters: readonly Chapter[]): Entry[] =>
  chapters.flatMap(({ path, title, lead, opening, sections }) => {
    const about = (href: string, heading: string, content: Html): Entry => ({
      kind: 'guide',
      language,
      href,
      title,
      heading,
      text: textOf(content),
    });
    return [
      about(path, '', html`${lead} ${opening}`),
      ...sections.map(({ id, title: heading, content }) =>
        about(`${path}#${id}`, heading, withoutHeading(content)),
      ),
    ];
  });

const withoutHeading = (content: Html): Html => content.after('</h2>');

const operations = (contract: Contract): Entry[] =>
  contract.operations.map(({ operationId, link, route, summary, description }) =>
    english('operation', link, summary, route, `${description} ${operationId}`),
  );

const problems = (contract: Contract): Entry[] =>
  [...contract.problems.values()].map(({ code, status, title, advice }) =>
    english('problem', `/docs/problems/${code}`, title, code, `${status}: ${advice}`),
  );

const steps = (workflows: Workflows): Entry[] =>
  [...workflows].flatMap(([name, { info, workflows: found }]) => [
    english('workflow', `/docs/workflows/${name}`, info.title, '', `${info.summary} ${info.description}`),
    ...found[0]!.steps.map(({ stepId, description }) =>
      english('workflow', `/docs/workflows/${name}#${stepId}`, info.title, heading(stepId), description),
    ),
  ]);

const events = (language: Language, contract: Contract): Entry[] =>
  contract.events.map(({ kind, fires, doesNotFire, notes }) => ({
    kind: 'event',
    language,
    href: `${WORDS[language].webhooksPath}#${kind}`,
    title: webhookWords[language].title,
    heading: kind,
    text: [...fires, ...doesNotFire, ...notes]
      .map((sentence) => sentence[language].replaceAll('`', ''))
      .join(' '),
  }));

/** Everything that can be found. */
export const searchEntries = (
  contract: Contract,
  chapters: Readonly<Record<Language, readonly Chapter[]>>,
  workflows: Workflows,
): Entry[] => [
  ...LANGUAGES.flatMap((language) => guides(language, chapters[language])),
  ...operations(contract),
  ...problems(contract),
  ...steps(workflows),
  ...LANGUAGES.flatMap((language) => events(language, contract)),
];
