import type { EventPage, WebhookEvent } from '../../../generated/sdk-types.ts';
import { retryAfterMs } from '../errors/retry-after.ts';
import type { FollowOptions } from '../events/follow-feed.ts';
import { pageAfter } from '../lists/pagination.ts';
import { CHECKS } from '../transport/checks.ts';
import { Resource } from './resource.ts';

/** The base of `Events`, for what isn't a single operation. */
export abstract class EventFeed extends Resource {
  /**
   * Every event of the feed, now and later, until you leave the loop. Each is handled at least once, over restarts and
   * crashes: an event is saved in the store after your loop has finished with it, alone or with its page (`saveEvery`).
   * Handle each `event_id` once. Outages of Tradepost are waited for.
   */
  async *follow(options: FollowOptions): AsyncGenerator<WebhookEvent, void, undefined> {
    const { followFeed } = await import('../events/follow-feed.ts');
    yield* followFeed(options, {
      checks: CHECKS,
      readPage: (query, signal, faultOf) => this.pageOf<EventPage>('/events', { signal }, query, faultOf),
      pageAfter,
      retryAfterMs,
      sleep: this.sleep,
    });
  }
}
