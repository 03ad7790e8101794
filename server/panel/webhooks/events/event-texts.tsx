import { type CatalogueEntry, eventCatalogue } from '../../../events/catalogue.ts';
import { CodeBox, eventName, type Locale, Prose, useLocale } from '../../kit/index.ts';
import { apiOrigin } from '../../request/api-origin.ts';
import { useRequest } from '../../request/use-request.ts';
import { words } from '../words.ts';

export interface EventProps {
  readonly event: CatalogueEntry;
}

/** When an event is sent, in a sentence; the rest, when it isn't and an example on request. In the contract's words. */
export function EventTexts({ event, id }: EventProps & { readonly id?: string }) {
  const locale = useLocale();
  const text = words[locale];
  const [gist, ...rest] = event.fires.map((each) => each[locale]);
  return (
    <>
      <p class="hint" id={id}>
        <Prose text={gist!} />
      </p>
      <details>
        <summary>{text.details(event.kind)}</summary>
        <div class="hint">
          {rest.length === 0 ? null : <Prose text={`${rest.join(' ')} `} />}
          {text.doesNotFire} <Prose text={event.doesNotFire.map((each) => each[locale]).join(' ')} />
        </div>
        <CodeBox label={text.example(event.kind)}>{event.example}</CodeBox>
      </details>
    </>
  );
}

const PATHS: Readonly<Record<Locale, string>> = { en: '/docs/webhooks', pt: '/docs/webhooks/pt' };

/** The documentation is at the API's address. */
export function CatalogueLink() {
  const request = useRequest();
  return <a href={`${apiOrigin(request)}${PATHS[request.locale]}`}>{words[request.locale].catalogue}</a>;
}

/** The texts of all events on request, for a page where one is chosen by its kind alone. */
export const EventCatalogue = () => (
  <details>
    <summary>{words[useLocale()].whenSent}</summary>
    {eventCatalogue.map((event) => (
      <div class="event" key={event.kind}>
        {eventName(event.kind, useLocale())} <code class="quiet">{event.kind}</code>
        <EventTexts event={event} />
      </div>
    ))}
    <p>
      <CatalogueLink />
    </p>
  </details>
);
