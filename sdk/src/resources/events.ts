import type { ExportQuery, Output, Query } from '../contract.ts';
import { type List, type Page, PagedList } from '../pagination.ts';
import type { Reply } from '../reply.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Export, Transport } from '../transport.ts';
import type { WebhookEvent } from '../webhooks/events.ts';

export type EventQuery = Query<'listEvents'>;

export interface EventPage extends Page<WebhookEvent> {
  /** Has a `next_cursor` at the end of the feed too. Store it and continue from there. */
  page: Output<'FeedPage'>;
}

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The events that webhooks deliver, as a feed: each once, always in the same order, for 90 days. */
  list(query?: EventQuery, options?: RequestOptions): List<WebhookEvent, EventPage> {
    return new PagedList((cursor = query?.cursor) =>
      this.#transport.send('get', '/events', { query: { ...query, cursor } }, options),
    );
  }

  /** All of them in one response, as CSV or NDJSON. It has no cursor: to continue later, list them. */
  export(query: ExportQuery<EventQuery>, options?: RequestOptions): Reply<Export> {
    return this.#transport.export('/exports/events', { query }, options);
  }
}
