import type { Output, Query } from '../contract.ts';
import { type List, type Page, PagedList } from '../pagination.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
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
}
