// Generated from the contract by `npm run generate`. Do not edit.
import type {
  EventExportQuery,
  EventPage,
  EventQuery,
  ExportFormat,
  WebhookEvent,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import type { List } from '../lists/pagination.ts';
import type { ListOptions, RequestOptions } from '../transport/request-options.ts';
import { EventFeed } from './event-feed.ts';

/** The events that webhooks deliver, as a feed. */
export class Events extends EventFeed {
  /**
   * Returns the same events that webhooks deliver, for integrations that pull or that were down: no event is
   * missing, and none appears twice. Events come in the order in which they became visible here, and are
   * kept for at least 90 days.
   *
   * The list shows only kinds whose read scope the key has: `orders.read` for order and delivery events,
   * `customers.read`, `products.read`. Asking for another kind with `event_type` is refused with 403
   * `insufficient_scope`.
   *
   * `page.next_cursor` is never null. Keep it and send it as `cursor` next time, however much later, with
   * the same `event_type`. If the service had to continue from a backup in the meantime, and the feed has
   * lost events before
   * your cursor, the response is 400 `feed_rewound`, which says where to go on.
   */
  list(query?: EventQuery, options?: ListOptions): List<WebhookEvent, EventPage> {
    return this.listOf('/events', options, query);
  }

  /**
   * Exports the events that `list` lists: those of the last 90 days, and up to 31 days more. To follow the
   * feed, list it instead: an export has no cursor to continue from.
   */
  export<Format extends ExportFormat>(
    query: EventExportQuery<Format>,
    options?: RequestOptions,
  ): Export<WebhookEvent, Format> {
    return this.exportOf('/exports/events', options, query);
  }
}
