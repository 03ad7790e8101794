import { type CatalogueEntry, eventCatalogue } from '../../../events/catalogue.ts';
import type { Locale } from '../../kit/language/locale.ts';
import { type EventSubject, subjects } from './words.ts';

export interface EventGroup {
  readonly subject: EventSubject;
  readonly title: string;
  readonly events: readonly CatalogueEntry[];
}

const SUBJECTS = Object.keys(subjects.pt) as EventSubject[];

/** All kinds of events by their first word, in the contract's order. */
export const eventGroups = (locale: Locale): readonly EventGroup[] =>
  SUBJECTS.map((subject) => ({
    subject,
    title: subjects[locale][subject],
    events: eventCatalogue.filter(({ kind }) => kind.startsWith(`${subject}.`)),
  }));
