import type { Contract } from '../contract/contract.ts';
import type { Chapter } from '../guides/chapters.ts';
import { html, textOf } from '../layout/html.ts';
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

type Place = Pick<Entry, 'href' | 'title' | 'heading'>;

const entry = (kind: EntryKind, language: Language, place: Place, text: string): Entry => ({
  kind,
  language,
  ...place,
  text: text.replaceAll(/\s+/g, ' ').trim(),
});

const withoutBackticks = (text: string): string => text.replaceAll('`', '');

const guides = (language: Language, chapters: readonly Chapter[]): Entry[] =>
  chapters.flatMap(({ path, title, lead, opening, sections }) => [
    entry('guide', language, { href: path, title, heading: '' }, textOf(html`${lead} ${opening}`)),
    ...sections.map(({ id, title: heading, content }) =>
      entry('guide', language, { href: `${path}#${id}`, title, heading }, textOf(content.after('</h2>'))),
    ),
  ]);

const operations = (contract: Contract): Entry[] =>
  contract.operations.map(({ operationId, link: href, route: heading, summary: title, description }) =>
    entry('operation', 'en', { href, title, heading }, withoutBackticks(`${description} ${operationId}`)),
  );

const problems = ({ problems, issues }: Contract): Entry[] => [
  ...[...problems.values()].map(({ status, advice, ...place }) => problem(place, `${status}: ${advice}`)),
  ...issues.map(({ advice, ...place }) => problem(place, advice)),
];

const problem = ({ code, title }: { readonly code: string; readonly title: string }, text: string): Entry =>
  entry('problem', 'en', { href: `/docs/problems/${code}`, title, heading: code }, withoutBackticks(text));

const steps = (workflows: Workflows): Entry[] =>
  [...workflows].flatMap(([name, { info, workflows: found }]) => {
    const [href, { title }] = [`/docs/workflows/${name}`, info];
    return [
      entry(
        'workflow',
        'en',
        { href, title, heading: '' },
        withoutBackticks(`${info.summary} ${info.description}`),
      ),
      ...found[0]!.steps.map(({ stepId, description }) => {
        const place = { href: `${href}#${stepId}`, title, heading: heading(stepId) };
        return entry('workflow', 'en', place, withoutBackticks(description));
      }),
    ];
  });

const events = (language: Language, contract: Contract): Entry[] =>
  contract.events.map(({ kind, fires, doesNotFire, notes }) => {
    const href = `${WORDS[language].webhooksPath}#${kind}`;
    const sentences = [...fires, ...doesNotFire, ...notes].map((sentence) => sentence[language]);
    const place = { href, title: webhookWords[language].title, heading: kind };
    return entry('event', language, place, withoutBackticks(sentences.join(' ')));
  });

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
