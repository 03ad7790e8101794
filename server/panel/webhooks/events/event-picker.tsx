import type { VNode } from 'preact';
import { type EventKind, eventKinds } from '../../../base/contract.ts';
import type { CatalogueEntry } from '../../../events/catalogue.ts';
import type { Locale } from '../../kit/language/locale.ts';
import { EventExample, EventHint } from './event-texts.tsx';
import { eventGroups } from './kinds.ts';
import { words } from './words.ts';

/** The name of the checkboxes. */
const NAME = 'events';
const ALL = 'all';

/** The kinds that a form with an EventPicker chose. What isn't a kind is ignored: the picker sends no such thing. */
export function pickedEvents(form: { all(name: string): readonly string[] }): EventKind[] {
  const values = form.all(NAME);
  return values.includes(ALL) ? [...eventKinds] : eventKinds.filter((kind) => values.includes(kind));
}

interface EventPickerProps {
  readonly locale: Locale;
  readonly picked: readonly string[];
  /** The id of the error's element, if there is an error. */
  readonly errorId?: string;
}

/** Checkboxes for the kinds of events. Each says when it fires, and shows an example on request. */
export const EventPicker = ({ locale, picked, errorId }: EventPickerProps): VNode => (
  <div class="event-picker">
    <All locale={locale} errorId={errorId} />
    {eventGroups(locale).map(({ subject, title, events }) => (
      <fieldset key={subject}>
        <legend>{title}</legend>
        {events.map((event) => (
          <Event key={event.kind} locale={locale} event={event} checked={picked.includes(event.kind)} />
        ))}
      </fieldset>
    ))}
  </div>
);

const All = ({ locale, errorId }: { locale: Locale; errorId: string | undefined }): VNode => (
  <div class="event">
    <label class="check">
      <input type="checkbox" name={NAME} value={ALL} aria-describedby={errorId ?? 'event-all'} />
      <span>{words[locale].all}</span>
    </label>
    <p class="hint" id="event-all">
      {words[locale].allHint}
    </p>
  </div>
);

interface EventProps {
  readonly locale: Locale;
  readonly event: CatalogueEntry;
  readonly checked: boolean;
}

function Event({ locale, event, checked }: EventProps): VNode {
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
