import type { VNode } from 'preact';
import { type CatalogueEntry, eventCatalogue, type Sentence } from '../../../events/catalogue.ts';
import { CodeBox, eventName, type Locale, Prose, useLocale } from '../../kit/index.ts';
import { apiOrigin } from '../../request/api-origin.ts';
import type { PanelRequest } from '../../request/route.ts';
import { words } from '../words.ts';

export interface EventProps {
  readonly event: CatalogueEntry;
}

/** When an event is sent and when it isn't, in the contract's words. */
export function EventHint({ event, id }: EventProps & { readonly id?: string }): VNode {
  const locale = useLocale();
  const join = (sentences: readonly Sentence[]): string => sentences.map((each) => each[locale]).join(' ');
  return (
    <div class="hint" id={id}>
      <Prose text={join(event.fires)} />
      <br />
      {words[locale].doesNotFire} <Prose text={join(event.doesNotFire)} />
    </div>
  );
}

export function EventExample({ event: { kind, example } }: EventProps): VNode {
  const title = words[useLocale()].example(kind);
  return (
    <details>
      <summary>{title}</summary>
      <CodeBox label={title}>{example}</CodeBox>
    </details>
  );
}

const PATHS: Readonly<Record<Locale, string>> = { en: '/docs/webhooks', pt: '/docs/webhooks/pt' };

/** The documentation is at the API's address. */
export const catalogueUrl = (request: PanelRequest): string =>
  `${apiOrigin(request)}${PATHS[request.locale]}`;

export const CatalogueLink = ({ request }: { request: PanelRequest }): VNode => (
  <a href={catalogueUrl(request)}>{words[request.locale].catalogue}</a>
);

/** The texts of all events on request, for a page where one is chosen by its kind alone. */
export const EventCatalogue = ({ request }: { request: PanelRequest }): VNode => (
  <details>
    <summary>{words[request.locale].whenSent}</summary>
    {eventCatalogue.map((event) => (
      <div class="event" key={event.kind}>
        {eventName(event.kind, request.locale)} <code class="quiet">{event.kind}</code>
        <EventHint event={event} />
        <EventExample event={event} />
      </div>
    ))}
    <p>
      <CatalogueLink request={request} />
    </p>
  </details>
);
