import type { VNode } from 'preact';
import { type EventKind, eventKinds } from '../../../base/contract.ts';
import { type CatalogueEntry, eventCatalogue } from '../../../events/catalogue.ts';
import type { Locale } from '../../kit/index.ts';
import { EventExample, EventHint, type EventProps } from './event-texts.tsx';
import { type EventSubject, subjects, words } from './words.ts';

/** The name of the checkboxes. */
const NAME = 'events';
const ALL = 'all';

/** The kinds that a form with an EventPicker chose. What isn't a kind is ignored: the picker sends no such thing. */
export function pickedEvents(form: { all(name: string): readonly string[] }): EventKind[] {
  const values = form.all(NAME);
  return values.includes(ALL) ? [...eventKinds] : eventKinds.filter((kind) => values.includes(kind));
}

const SUBJECTS = Object.keys(subjects.pt) as EventSubject[];

/** In the contract's order. */
const eventsOf = (subject: EventSubject): CatalogueEntry[] =>
  eventCatalogue.filter(({ kind }) => kind.startsWith(`${subject}.`));

interface EventPickerProps {
  readonly locale: Locale;
  readonly picked: readonly string[];
  /** The id of the error's element, if there is an error. */
  readonly errorId?: string;
}

/** Checkboxes for the kinds of events. Each says when it fires, and shows an example on request. */
export const EventPicker = ({ locale, picked, errorId }: EventPickerProps): VNode => (
  <div class="event-picker">
    <div class="event">
      <label class="check">
        <input type="checkbox" name={NAME} value={ALL} aria-describedby={errorId ?? 'event-all'} />
        <span>{words[locale].all}</span>
      </label>
      <p class="hint" id="event-all">
        {words[locale].allHint}
      </p>
    </div>
    {SUBJECTS.map((subject) => (
      <fieldset key={subject}>
        <legend>{subjects[locale][subject]}</legend>
        {eventsOf(subject).map((event) => (
          <Event key={event.kind} locale={locale} event={event} checked={picked.includes(event.kind)} />
        ))}
      </fieldset>
    ))}
  </div>
);

function Event({ locale, event, checked }: EventProps & { checked: boolean }): VNode {
  const { kind } = event;
  const hint = `event-${kind.replace('.', '-')}`;
  return (
    <div class="event">
      <label class="check">
        <input type="checkbox" name={NAME} value={kind} checked={checked} aria-describedby={hint} />
        <code>{kind}</code>
      </label>
      <EventHint locale={locale} event={event} id={hint} />
      <EventExample locale={locale} event={event} />
    </div>
  );
}
