import type { EventPage, WebhookEvent } from '../../../generated/sdk-types.ts';
import { retryAfterMs } from '../errors/retry-after.ts';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import type { FollowOptions } from '../events/follow-feed.ts';
import { pageAfter } from '../lists/pagination.ts';
import { checkNames, checkType, checkWholeNumber } from '../transport/check-options.ts';
import { Resource } from './resource.ts';

const OPTIONS = [
  'store',
  'event_type',
  'limit',
  'saveEvery',
  'signal',
  'onRewound',
  'maxPauseMs',
] satisfies (keyof FollowOptions)[];

/** The base of `Events`, for what isn't a single operation. */
export abstract class EventFeed extends Resource {
  /**
   * Every event of the feed, now and later, until you leave the loop. Each is handled at least once, over restarts and
   * crashes: an event is saved in the store after your loop has finished with it, alone or with its page (`saveEvery`).
   * Handle each `event_id` once. Outages of Tradepost are waited for.
   */
  async *follow(options: FollowOptions): AsyncGenerator<WebhookEvent, void, undefined> {
    checkNames(options, OPTIONS);
    const { store, event_type, signal, saveEvery = 'page', onRewound, maxPauseMs = 1 } = options;
    for (const name of ['read', 'write'] as const)
      checkType(`store.${name}`, store?.[name] ?? null, 'function');
    checkType('onRewound', onRewound, 'function');
    checkWholeNumber('maxPauseMs', maxPauseMs, 1); // a longer timer would fire at once, again and again
    if (!/^(page|event)$/.test(saveEvery))
      throw new ConfigurationError(`saveEvery is ${saveEvery}. Pass 'page' or 'event'.`);
    const { followFeed } = await import('../events/follow-feed.ts');
    yield* followFeed(options, {
      readPage: (limit, cursor, faultOf) =>
        this.pageOf<EventPage>('/events', { signal }, { event_type, limit, cursor }, faultOf),
      pageAfter,
      retryAfterMs,
      sleep: (ms) => this.sleep(ms, signal),
    });
  }
}
