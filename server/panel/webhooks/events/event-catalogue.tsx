import type { VNode } from 'preact';
import { eventCatalogue } from '../../../events/catalogue.ts';
import type { PanelRequest } from '../../request/route.ts';
import { CatalogueLink } from './catalogue-link.tsx';
import { EventExample, EventHint } from './event-texts.tsx';
import { words } from './words.ts';

/** The texts of all events on request, for a page where one is chosen by its kind alone. */
export const EventCatalogue = ({ request }: { request: PanelRequest }): VNode => (
  <details class="event-catalogue">
    <summary>{words[request.locale].whenSent}</summary>
    {eventCatalogue.map((event) => (
      <div class="event" key={event.kind}>
        <code>{event.kind}</code>
        <EventHint locale={request.locale} event={event} />
        <EventExample locale={request.locale} event={event} />
      </div>
    ))}
    <p>
      <CatalogueLink request={request} />
    </p>
  </details>
);
