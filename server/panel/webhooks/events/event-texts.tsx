import type { VNode } from 'preact';
import { type CatalogueEntry, eventCatalogue, type Sentence } from '../../../events/catalogue.ts';
import { CodeBox, type Locale, Prose } from '../../kit/index.ts';
import { apiOrigin } from '../../request/api-origin.ts';
import type { PanelRequest } from '../../request/route.ts';
import { words } from './words.ts';

export interface EventProps {
  readonly locale: Locale;
  readonly event: CatalogueEntry;
}

/** When an event is sent and when it isn't, in the contract's words. */
export const EventHint = ({ locale, event, id }: EventProps & { readonly id?: string }): VNode => (
  <div class="hint" id={id}>
    <Sentences locale={locale} sentences={event.fires} />
    <br />
    {words[locale].doesNotFire} <Sentences locale={locale} sentences={event.doesNotFire} />
  </div>
);

const Sentences = ({ locale, sentences }: { locale: Locale; sentences: readonly Sentence[] }): VNode => (
  <Prose text={sentences.map((sentence) => sentence[locale]).join(' ')} />
);

export const EventExample = ({ locale, event: { kind, example } }: EventProps): VNode => (
  <details>
    <summary>{words[locale].example(kind)}</summary>
    <CodeBox label={words[locale].example(kind)}>{example}</CodeBox>
  </details>
);

const PATHS: Readonly<Record<Locale, string>> = { en: '/docs/webhooks', pt: '/docs/webhooks/pt' };

/** To the documentation, which is at the API's address. */
export const CatalogueLink = ({ request }: { request: PanelRequest }): VNode => (
  <a href={`${apiOrigin(request)}${PATHS[request.locale]}`}>{words[request.locale].catalogue}</a>
);

/** The texts of all events on request, for a page where one is chosen by its kind alone. */
export const EventCatalogue = ({ request }: { request: PanelRequest }): VNode => (
  <details>
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
