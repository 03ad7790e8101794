import { type EventKind, eventKinds } from '../../../base/contract.ts';
import { type CatalogueEntry, eventCatalogue } from '../../../events/catalogue.ts';
import { Choice, eventName, useFieldError, useLocale } from '../../kit/index.ts';
import { words } from '../words.ts';
import { CatalogueLink, type EventProps, EventTexts } from './event-texts.tsx';
import { type EventSubject, subjects } from './words.ts';

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
  readonly picked: readonly string[];
  /** For who doesn't program: what happens, without codes, rules and examples. */
  readonly plain?: { readonly label: string; readonly hint: string };
}

/**
 * Checkboxes for the kinds of events. Each says in a sentence when it fires, and the rest on request. Not a FieldGroup: the error comes
 * before the many boxes, where it's seen.
 */
export function EventPicker({ picked, plain }: EventPickerProps) {
  const locale = useLocale();
  const text = words[locale];
  const error = useFieldError(NAME);
  const errorId = error === undefined ? undefined : 'events-error';
  return (
    <fieldset id="field-events" class={error === undefined ? 'field' : 'field invalid'}>
      <legend>{plain?.label ?? text.events}</legend>
      <p class="hint">
        {plain?.hint ?? text.eventsHint} {plain ? null : <CatalogueLink />}
      </p>
      {error === undefined ? null : (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
      <div class="event-picker">
        <div class="event">
          <label class="check">
            <input type="checkbox" name={NAME} value={ALL} aria-describedby={errorId ?? 'event-all'} />
            <span>{text.everyEvent}</span>
          </label>
          <p class="hint" id="event-all">
            {text.everyEventHint}
          </p>
        </div>
        {SUBJECTS.map((subject) => (
          <fieldset key={subject}>
            <legend>{subjects[locale][subject]}</legend>
            {eventsOf(subject).map((event) => {
              const checked = picked.includes(event.kind);
              return plain ? (
                <PlainEvent key={event.kind} event={event} checked={checked} />
              ) : (
                <Event key={event.kind} event={event} checked={checked} />
              );
            })}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = EventProps & { readonly checked: boolean };

const PlainEvent = ({ event: { kind }, checked }: ChoiceProps) => (
  <Choice type="checkbox" name={NAME} value={kind} checked={checked}>
    {eventName(kind, useLocale())}
  </Choice>
);

function Event({ event, checked }: ChoiceProps) {
  const locale = useLocale();
  const { kind } = event;
  const hint = `event-${kind.replace('.', '-')}`;
  return (
    <div class="event">
      <label class="check">
        <input type="checkbox" name={NAME} value={kind} checked={checked} aria-describedby={hint} />
        <span>
          {eventName(kind, locale)} <code class="quiet">{kind}</code>
        </span>
      </label>
      <EventTexts event={event} id={hint} />
    </div>
  );
}
