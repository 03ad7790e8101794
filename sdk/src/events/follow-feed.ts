import type { EventPage, EventQuery, WebhookEvent } from '../../../generated/sdk-types.ts';
import type { FeedRewoundError } from '../errors/by-code.ts';
import type { CursorStore } from './cursors/cursor-store.ts';

// Nothing is imported from the rest of the client, so that bundlers needn't cut it in two.

/** While events come, the next page is read at once. At the end of the feed the pauses double up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000; // 2 requests a minute
const PAGE_SIZE = 100; // an event can be 10 kB

export interface FollowOptions extends Pick<EventQuery, 'event_type' | 'limit'> {
  /** Where to continue after a restart: `fileCursorStore`, `postgresCursorStore`, `redisCursorStore`, or your own. */
  store: CursorStore;
  /**
   * After a crash, what your program has handled since the last save comes again. `'page'`, the default, writes to the
   * store once per page, and up to a page of events comes again (100, or `limit`). `'event'` writes after each event, and
   * at most one comes again.
   */
  saveEvery?: 'page' | 'event' | undefined;
  /** Aborting it ends the loop after the current event, without an error. That event is saved. */
  signal?: AbortSignal | undefined;
  /**
   * Tradepost had to continue from a backup, and the feed has lost the last events that your program handled. Without this function
   * `follow` throws the `FeedRewoundError`. With it, `follow` goes on where both still have the same events once the function has
   * returned; events that it has handled may come again.
   */
  onRewound?: ((error: FeedRewoundError) => void | Promise<void>) | undefined;
  /** The longest pause at the end of the feed, and while Tradepost can't be reached. Defaults to 30,000. */
  maxPauseMs?: number | undefined;
}

type PageCheck = (page: unknown) => string | object | undefined;

/** What refuses options. */
interface Checks {
  names(options: object, known: readonly string[]): void;
  type(option: string, value: unknown, type: 'function'): unknown;
  wholeNumber(option: string, value: number, lowest: number): number;
  refuse(message: string): never;
}

interface Feed {
  readonly checks: Checks;
  readPage(query: EventQuery, signal: AbortSignal | undefined, check: PageCheck): PromiseLike<EventPage>;
  /** Finds that a page has a cursor that was there before, of the pages that it's used for. */
  pageAfter(cursor: string | undefined): PageCheck;
  /** How long to wait at least after an error; undefined if waiting doesn't help. */
  retryAfterMs(error: unknown): number | undefined;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** Where a program is in the feed: behind a page, and perhaps behind some events of the next one. */
interface Position {
  readonly cursor: string | undefined;
  readonly eventId?: string | undefined;
}

// A cursor has no `#`. The service has cursors of pages only, so an event inside of one is found by its id.
const SEPARATOR = '#';

const writePosition = (cursor: string | undefined, eventId: string): string =>
  `${cursor ?? ''}${SEPARATOR}${eventId}`;

function readPosition(saved: string | null | undefined): Position {
  const [cursor, eventId] = saved?.split(SEPARATOR) ?? [];
  return { cursor: cursor || undefined, eventId };
}

const OPTIONS: readonly string[] = [
  'store',
  'event_type',
  'limit',
  'saveEvery',
  'signal',
  'onRewound',
  'maxPauseMs',
] satisfies (keyof FollowOptions)[];

function checkOptions(options: FollowOptions, { names, type, wholeNumber, refuse }: Checks): void {
  names(options, OPTIONS);
  const { store, saveEvery = 'page', onRewound, maxPauseMs = 1 } = options;
  for (const name of ['read', 'write'] as const) type(`store.${name}`, store?.[name] ?? null, 'function');
  type('onRewound', onRewound, 'function');
  wholeNumber('maxPauseMs', maxPauseMs, 1); // a longer timer would fire at once, again and again
  if (!/^(page|event)$/.test(saveEvery)) refuse(`saveEvery is ${saveEvery}. Pass 'page' or 'event'.`);
}

export async function* followFeed(
  options: FollowOptions,
  feed: Feed,
): AsyncGenerator<WebhookEvent, void, undefined> {
  checkOptions(options, feed.checks);
  const { store, signal, maxPauseMs = LONGEST_PAUSE_MS } = options;
  const close = store.open?.();
  try {
    let position = readPosition(await store.read());
    let check = feed.pageAfter(position.cursor);
    for (let idle = 0; !signal?.aborted; ) {
      const page = await pageOrDelay(feed, position.cursor, check, options);
      if (typeof page === 'string') {
        await store.write(page);
        position = { cursor: page };
        check = feed.pageAfter(page); // a feed that was rewound comes by the same cursors again
        continue;
      }
      if (typeof page === 'object') {
        yield* unhandledEvents(page.data, position, options);
        if (signal?.aborted) return;
        const { next_cursor, has_more } = page.page;
        if (next_cursor !== position.cursor || position.eventId) await store.write(next_cursor);
        position = { cursor: next_cursor };
        idle = page.data.length > 0 ? 0 : idle + 1;
        if (has_more) continue;
        check = feed.pageAfter(next_cursor);
      } else idle += 1;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, idle - 1), maxPauseMs);
      // An abort ends the loop and isn't an error.
      await feed.sleep(Math.max(pauseMs, typeof page === 'number' ? page : 0), signal).catch(() => {});
    }
  } finally {
    close?.();
  }
}

/** The events behind the position. If its event has been deleted, after 90 days at the earliest, so have those before it. */
async function* unhandledEvents(
  events: readonly WebhookEvent[],
  { cursor, eventId }: Position,
  { store, saveEvery, signal }: FollowOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
  const done = events.findIndex(({ event_id }) => event_id === eventId);
  for (const event of events.slice(done + 1)) {
    yield event;
    // The last one of a page is saved with the page.
    const isSaved = saveEvery === 'event' && event !== events.at(-1);
    if (isSaved || signal?.aborted) await store.write(writePosition(cursor, event.event_id));
    if (signal?.aborted) return;
  }
}

/** The page, how long to wait at least if Tradepost can't return one for now, or the cursor to go on with. */
async function pageOrDelay(
  feed: Feed,
  cursor: string | undefined,
  check: PageCheck,
  { event_type, limit = PAGE_SIZE, signal, onRewound }: FollowOptions,
): Promise<EventPage | number | string> {
  try {
    return await feed.readPage({ event_type, limit, cursor }, signal, check);
  } catch (error) {
    const { code, problem } = error as FeedRewoundError;
    if (code === 'feed_rewound' && onRewound && problem.resume_cursor) {
      await onRewound(error as FeedRewoundError);
      return problem.resume_cursor;
    }
    const delayMs = signal?.aborted ? 0 : feed.retryAfterMs(error);
    if (delayMs === undefined) throw error;
    return delayMs;
  }
}
