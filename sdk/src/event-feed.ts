import type { EventPage, EventQuery, WebhookEvent } from '../../generated/sdk-types.ts';
import type { CursorStore } from './cursors/cursor-store.ts';
import { ApiError } from './errors/api-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { Resource } from './resource.ts';

/** While events come, the next page is read at once. At the end of the feed the pauses double up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000; // 2 requests a minute
const PAGE_SIZE = 100; // an event can be 10 kB

export interface FollowOptions extends Pick<EventQuery, 'event_type' | 'limit'> {
  /** Where to continue after a restart: `fileCursorStore`, `postgresCursorStore`, `redisCursorStore`, or your own. */
  store: CursorStore;
  /** Aborting it ends the loop, without an error. */
  signal?: AbortSignal | undefined;
  /** The longest pause at the end of the feed, and while Tradepost can't be reached. Defaults to 30,000. */
  maxPauseMs?: number | undefined;
}

/** The base of `Events`, for what isn't a single operation. */
export abstract class EventFeed extends Resource {
  /**
   * Every event of the feed, now and later, until you leave the loop. Each is handled at least once, over restarts and
   * crashes: the store gets the cursor of a page when your loop has finished its last event. So after a crash up to a page
   * of events (100, or `limit`) comes again; handle each `event_id` once. Outages of Tradepost are waited for.
   */
  async *follow(options: FollowOptions): AsyncGenerator<WebhookEvent, void, undefined> {
    const { store, signal } = options;
    let cursor = await store.read();
    for (let idle = 0; !signal?.aborted; ) {
      const page = await this.#nextPage(options, cursor);
      if (typeof page === 'object') {
        yield* page.data;
        if (page.page.next_cursor !== cursor) await store.write(page.page.next_cursor);
        cursor = page.page.next_cursor;
        idle = page.data.length > 0 ? 0 : idle + 1;
        if (page.page.has_more) continue;
      } else idle += 1;
      await this.#pause(idle, typeof page === 'number' ? page : 0, options);
    }
  }

  /** The page, or how long to wait at least if Tradepost can't return one for now. */
  async #nextPage(
    { event_type, limit = PAGE_SIZE, signal }: FollowOptions,
    cursor: string | undefined,
  ): Promise<EventPage | number> {
    const query = { event_type, limit, cursor };
    try {
      return await this.listOf<WebhookEvent, EventPage>('/events', { query }, { signal });
    } catch (error) {
      if (signal?.aborted) return 0;
      if (isOutage(error)) return ((error as Partial<ApiError>).retryAfterSeconds ?? 0) * 1000;
      throw error;
    }
  }

  async #pause(idle: number, atLeastMs: number, { signal, maxPauseMs }: FollowOptions): Promise<void> {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, idle - 1), maxPauseMs ?? LONGEST_PAUSE_MS);
    try {
      await this.sleep(Math.max(pauseMs, atLeastMs), signal);
    } catch {
      // It was aborted, which ends the loop.
    }
  }
}

/** Not a missing scope or a key that expired: those need somebody. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return error.status === 408 || error.status === 429 || error.status >= 500;
}
