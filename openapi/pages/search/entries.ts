import { resolve } from '../../document.ts';
import type { Contract } from '../contract/contract.ts';
import type { Chapter } from '../guides/chapters.ts';
import { html, textOf } from '../layout/html.ts';
import { LANGUAGES, type Language, WORDS } from '../layout/languages.ts';
import { objectPath, operationPath, workflowPath } from '../layout/paths.ts';
import type { Speech } from '../layout/speech.ts';
import { words as webhookWords } from '../webhooks/words.ts';
import { heading, type Workflows } from '../workflows/documents.ts';

export type EntryKind = 'guide' | 'object' | 'operation' | 'problem' | 'workflow' | 'event';

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
  /** Other words by which it is found. */
  readonly keywords?: string;
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

/** Words that people use, by one that the contract has in its place. */
const SYNONYMS: Readonly<Record<string, string>> = {
  refund: 'estorno chargeback money back',
  payment: 'pix boleto cartão card',
  return: 'devolução RMA',
  shipping: 'frete delivery',
  stock: 'inventory inventário',
  invoice: 'NF-e nota fiscal',
};

const synonymsOf = (text: string): string =>
  Object.entries(SYNONYMS)
    .filter(([word]) => text.toLowerCase().includes(word))
    .map(([, others]) => others)
    .join(' ');

const operations = ({ operations }: Contract, { language, text }: Speech): Entry[] =>
  operations.map(({ operationId, route: heading, summary, description }) => {
    const place = { href: operationPath(language, operationId), title: text(summary), heading };
    const keywords = `${operationId} ${synonymsOf(summary)}`;
    return { ...entry('operation', language, place, withoutBackticks(text(description))), keywords };
  });

/** With the names and texts of their own fields, by which people look for them. */
const objects = ({ schemas }: Contract, { language, text }: Speech): Entry[] =>
  Object.entries(schemas).flatMap(([name, { description = '', properties }]) => {
    if (!properties) return [];
    const fields = Object.entries(properties).map(([field, schema]) => {
      const said = schema.description ?? resolve(schema, schemas).description ?? '';
      return `${field}: ${text(said)}`;
    });
    const place = { href: objectPath(language, name), title: name, heading: '' };
    return entry('object', language, place, withoutBackticks([text(description), ...fields].join(' ')));
  });

const problems = ({ problems, issues }: Contract, { language, text }: Speech): Entry[] => {
  const problem = (code: string, title: string, advice: string): Entry => {
    const href = `${WORDS[language].problemsPath}/${code}`;
    return entry('problem', language, { href, title: text(title), heading: code }, withoutBackticks(advice));
  };
  return [
    ...[...problems.values()].map(({ code, title, status, advice }) =>
      problem(code, title, `${status}: ${text(advice)}`),
    ),
    ...issues.map(({ code, title, advice }) => problem(code, title, text(advice))),
  ];
};

const steps = (workflows: Workflows, { language, text }: Speech): Entry[] =>
  [...workflows].flatMap(([name, { info, workflows: found }]) => {
    const [href, title] = [workflowPath(language, name), text(info.title)];
    const about = withoutBackticks(`${text(info.summary)} ${text(info.description)}`);
    return [
      entry('workflow', language, { href, title, heading: '' }, about),
      ...found[0]!.steps.map(({ stepId, description }) => {
        const place = { href: `${href}#${stepId}`, title, heading: text(heading(stepId)) };
        return entry('workflow', language, place, withoutBackticks(text(description)));
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
  speeches: readonly Speech[],
): Entry[] => [
  ...LANGUAGES.flatMap((language) => guides(language, chapters[language])),
  ...speeches.flatMap((speech) => [
    ...operations(contract, speech),
    ...problems(contract, speech),
    ...objects(contract, speech),
    ...steps(workflows, speech),
  ]),
  ...LANGUAGES.flatMap((language) => events(language, contract)),
];
