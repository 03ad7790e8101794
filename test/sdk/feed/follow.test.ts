import {
  ConfigurationError,
  type CursorStore,
  FeedRewoundError,
  type FollowOptions,
  type Runtime,
  type Tradepost,
} from '@tradepost/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../failure-of.ts';
import { json } from '../recording-server.ts';
import { serveFeed } from './feed-server.ts';

function memory(cursor?: string) {
  const saved: string[] = [];
  const store: CursorStore = { read: () => saved.at(-1) ?? cursor, write: (next) => void saved.push(next) };
  return { store, saved };
}

/** Reads events until it has that many, or until `follow` ends. */
async function take(tp: Tradepost, count: number, options: FollowOptions): Promise<string[]> {
  const ids: string[] = [];
  for await (const { event_id } of tp.events.follow(options)) {
    ids.push(event_id);
    if (ids.length === count) break;
  }
  return ids;
}

describe('events.follow', () => {
  it('saves the cursor of a page when its last event was handled', async () => {
    const { client } = await serveFeed(() => 7);
    const { store, saved } = memory();
    expect(await take(client(), 5, { store, limit: 3 })).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    expect(saved).toEqual(['3']);
  });

  it("saves after each event with saveEvery: 'event', without another request", async () => {
    const { client, requests } = await serveFeed(() => 7);
    const { store, saved } = memory();
    const options = { store, limit: 3, saveEvery: 'event' } as const;
    expect(await take(client(), 5, options)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    expect(saved).toEqual(['#e0', '#e1', '3', '3#e3']);
    expect(requests.length).toBe(2);
    // The loop was left in e4, so that comes again, also with another option.
    expect(await take(client(), 3, { store, limit: 3 })).toEqual(['e4', 'e5', 'e6']);
    expect(saved.slice(4)).toEqual(['6']);
  });

  it('continues with what is left if the event that was saved is no longer there', async () => {
    const { client } = await serveFeed(() => 7);
    expect(await take(client(), 2, { store: memory('3#gone').store, limit: 3 })).toEqual(['e3', 'e4']);
  });

  describe('when the feed was set back to an earlier point', () => {
    const rewound = (resume_cursor: string) => ({
      type: '/docs/problems/feed_rewound',
      title: 'The feed was set back to an earlier point',
      status: 400,
      detail: 'Go on with resume_cursor.',
      code: 'feed_rewound',
      request_id: 'r',
      errors: [],
      resume_cursor,
    });
    const serveRewound = () =>
      serveFeed(
        () => 7,
        ({ url = '' }) =>
          url.includes('cursor=lost') ? (response) => json(response, 400, rewound('2')) : undefined,
      );

    it('throws, and leaves the cursor where it was', async () => {
      const { client } = await serveRewound();
      const { store, saved } = memory('lost');
      const error = await failureOf<FeedRewoundError>(take(client(), 1, { store }));
      expect(error).toBeInstanceOf(FeedRewoundError);
      expect(error.problem.resume_cursor).toBe('2');
      expect(saved).toEqual([]);
    });

    it('goes on from there once onRewound has returned, and saves that', async () => {
      const { client } = await serveRewound();
      const { store, saved } = memory('lost');
      const heard: (string | undefined)[] = [];
      const options: FollowOptions = {
        store,
        onRewound: async (error) => {
          expect(saved).toEqual([]);
          heard.push(error.problem.resume_cursor);
        },
      };
      expect(await take(client(), 3, options)).toEqual(['e2', 'e3', 'e4']);
      expect([heard, saved]).toEqual([['2'], ['2']]);
    });
  });

  it('refuses another value of saveEvery', async () => {
    const { client } = await serveFeed(() => 7);
    const options = { store: memory().store, saveEvery: 'each' } as unknown as FollowOptions;
    expect(await failureOf(take(client(), 1, options))).toBeInstanceOf(ConfigurationError);
  });

  it.each(['page', 'event'] as const)('saves the event in which it is stopped, by %s', async (saveEvery) => {
    const { client } = await serveFeed(() => 7);
    const { store, saved } = memory();
    const stop = new AbortController();
    const ids: string[] = [];
    for await (const { event_id } of client().events.follow({
      store,
      saveEvery,
      limit: 4,
      signal: stop.signal,
    })) {
      ids.push(event_id);
      if (event_id === 'e5') stop.abort();
    }
    expect(ids).toEqual(['e0', 'e1', 'e2', 'e3', 'e4', 'e5']);
    expect(saved.at(-1)).toBe('4#e5');
    expect(await take(client(), 1, { store, limit: 4 })).toEqual(['e6']);
  });

  it('repeats the page in which the program stopped', async () => {
    const { client } = await serveFeed(() => 7);
    const { store } = memory();
    await take(client(), 5, { store, limit: 3 });
    expect(await take(client(), 3, { store, limit: 3 })).toEqual(['e3', 'e4', 'e5']);
  });

  it('pauses at the end of the feed, longer each time, until there are events again', async () => {
    let count = 2;
    const { client } = await serveFeed(() => count);
    const { store, saved } = memory();
    const slept: number[] = [];
    const stop = new AbortController();
    const runtime: Partial<Runtime> = {
      async sleep(ms) {
        slept.push(ms);
        if (slept.length === 7) count = 3;
        if (slept.length === 10) stop.abort();
      },
    };
    expect(await take(client({ runtime }), 9, { store, signal: stop.signal })).toEqual(['e0', 'e1', 'e2']);
    expect(slept).toEqual([1000, 1000, 2000, 4000, 8000, 16_000, 30_000, 1000, 1000, 2000]);
    expect(saved).toEqual(['2', '3']);
  });

  it('waits for Tradepost while it is not available, at least as long as Retry-After', async () => {
    let failures = 0;
    const { client } = await serveFeed(
      () => 2,
      () => {
        failures += 1;
        if (failures === 1) return (response) => void response.destroy();
        if (failures === 2) return (response) => json(response, 429, {}, { 'retry-after': '20' });
        return failures === 3 ? (response) => json(response, 503, {}) : undefined;
      },
    );
    const slept: number[] = [];
    const runtime: Partial<Runtime> = { sleep: async (ms) => void slept.push(ms) };
    const ids = await take(client({ runtime }), 2, { store: memory().store });
    expect([ids, slept]).toEqual([
      ['e0', 'e1'],
      [1000, 20_000, 4000],
    ]);
  });

  it.each([401, 403, 400])('throws a %i, which waiting does not help', async (status) => {
    const { client } = await serveFeed(
      () => 2,
      () => (response) => json(response, status, { code: 'x' }),
    );
    expect(await failureOf(take(client(), 1, { store: memory().store }))).toMatchObject({ status });
  });

  it('throws what the store throws', async () => {
    const { client } = await serveFeed(() => 2);
    const reason = new Error('the disk is full');
    const store: CursorStore = {
      read: () => undefined,
      write() {
        throw reason;
      },
    };
    expect(await failureOf<Error>(take(client(), 9, { store }))).toBe(reason);
  });

  it('ends when its signal aborts: before it begins, in a request, in a pause', async () => {
    const { client } = await serveFeed(() => 1);
    const tp = client();
    expect(await take(tp, 9, { store: memory().store, signal: AbortSignal.abort() })).toEqual([]);

    const hanging = new AbortController();
    const silent = await serveFeed(
      () => 1,
      () => () => hanging.abort(),
    );
    expect(await take(silent.client(), 9, { store: memory().store, signal: hanging.signal })).toEqual([]);

    const pausing = new AbortController();
    const { store } = memory();
    const write: CursorStore['write'] = async (cursor) => {
      await store.write(cursor);
      setImmediate(() => pausing.abort());
    };
    // This pause is real. It would be a second.
    expect(await take(tp, 9, { store: { ...store, write }, signal: pausing.signal })).toEqual(['e0']);
  });

  it('reads only events of a kind if asked to', async () => {
    const { client, requests } = await serveFeed(() => 1);
    await take(client(), 1, { store: memory('0').store, event_type: 'order.created' });
    expect(requests[0]?.url).toBe('/api/v1/events?event_type=order.created&limit=100&cursor=0');
  });
});
