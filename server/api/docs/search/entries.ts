import { basePath, bundle, contractOperations } from '../../../base/contract.ts';
import { eventCatalogue } from '../../../events/catalogue.ts';
import { documentedProblems } from '../documented-problems.ts';
import { chaptersIn } from '../guides/chapters.ts';
import { type Html, html, textOf } from '../html.ts';
import { LANGUAGES, type Language, WORDS } from '../languages.ts';
import { words as webhookWords } from '../webhooks/words.ts';
import { workflows } from '../workflows/documents.ts';
import { heading } from '../workflows/heading.ts';
import { fold } from './fold.ts';

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
  readonly foldedTitle: string;
  readonly foldedText: string;
}

type Written = Omit<Entry, 'foldedTitle' | 'foldedText'>;

/** What is written in English, and has no language of its own. */
const english = (kind: EntryKind, href: string, title: string, heading: string, text: string): Written => ({
  kind,
  language: 'en',
  href,
  title,
  heading,
  text: text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim(),
});

const guides = (language: Language): Written[] =>
  chaptersIn(language).flatMap(({ path, title, lead, opening, sections }) => {
    const about = (href: string, heading: string, content: Html): Written => ({
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

interface Described {
  readonly summary: string;
  readonly description: string;
}

const operations = (): Written[] =>
  contractOperations.map(({ id, tag, method, path, summary }) => {
    const { description } = bundle.paths[path]![method] as unknown as Described;
    const link = `/docs/#/${encodeURIComponent(tag)}/${id}`;
    return english(
      'operation',
      link,
      summary,
      `${method.toUpperCase()} ${basePath}${path}`,
      `${description} ${id}`,
    );
  });

const problems = (): Written[] =>
  [...documentedProblems.values()].map(({ code, status, title, advice }) =>
    english('problem', `/docs/problems/${code}`, title, code, `${status}: ${advice}`),
  );

const steps = (): Written[] =>
  [...workflows].flatMap(([name, { info, workflows: found }]) => [
    english('workflow', `/docs/workflows/${name}`, info.title, '', `${info.summary} ${info.description}`),
    ...found[0]!.steps.map(({ stepId, description }) =>
      english('workflow', `/docs/workflows/${name}#${stepId}`, info.title, heading(stepId), description),
    ),
  ]);

const events = (language: Language): Written[] =>
  eventCatalogue.map(({ kind, fires, doesNotFire, notes }) => ({
    kind: 'event',
    language,
    href: `${WORDS[language].webhooksPath}#${kind}`,
    title: webhookWords[language].title,
    heading: kind,
    text: [...fires, ...doesNotFire, ...notes]
      .map((sentence) => sentence[language].replaceAll('`', ''))
      .join(' '),
  }));

let made: readonly Entry[] | undefined;

/** Everything that can be found. Built for the first search. */
export function searchEntries(): readonly Entry[] {
  made ??= [
    ...LANGUAGES.flatMap(guides),
    ...operations(),
    ...problems(),
    ...steps(),
    ...LANGUAGES.flatMap(events),
  ].map((entry) => ({
    ...entry,
    foldedTitle: fold(`${entry.heading} ${entry.title}`),
    foldedText: fold(entry.text),
  }));
  return made;
}
