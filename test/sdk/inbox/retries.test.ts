import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InboxRunOptions, WebhookInbox } from '../../../sdk/src/webhooks/inbox/index.ts';
import { ConfigurationError } from '../../../sdk/src/webhooks/index.ts';
import { openInboxOn, orderCreated, useInbox } from './open-inbox.ts';

/** An inbox whose handler fails until it is mended. */
async function useFailing() {
  const opened = await useInbox();
  const state = { broken: true, runs: 0 };
  opened.receiver.on('order.created', () => {
    state.runs += 1;
    if (state.broken) throw new Error(`the ERP is down (${state.runs})`);
  });
  const errors: Error[] = [];
  const options: InboxRunOptions = { retryDelaysSeconds: [10, 60], onError: (error) => errors.push(error) };
  const run = (more: InboxRunOptions = {}) => opened.inbox.runDue({ ...options, ...more });
  return { ...opened, state, errors, run };
}

describe('a handler that fails', () => {
  it('is called again on the schedule, and not before', async () => {
    const { deliver, run, later, state, waiting, outcomes } = await useFailing();
    await deliver(orderCreated('a'));
    expect([await run(), await run()]).toEqual([1, 0]);
    await later(9);
    expect(await run()).toBe(0);
    await later(1);
    expect(await run()).toBe(1);
    await later(59);
    expect(await run()).toBe(0);
    state.broken = false;
    await later(1);
    expect(await run()).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(outcomes).toEqual(['stored', 'failed', 'failed', 'handled']);
  });

  it('is called again after a ROLLBACK in its transaction', async () => {
    const { receiver, inbox, deliver, waiting, later, pool } = await useInbox();
    await pool.query('CREATE TABLE seen (event_id text)');
    let runs = 0;
    receiver.on('order.created', async ({ event_id }, { transaction }) => {
      await transaction(async (client) => {
        await client.query('INSERT INTO seen VALUES ($1)', [event_id]);
        runs += 1;
        if (runs === 1) await client.query('ROLLBACK');
      });
    });
    await deliver(orderCreated('a'));
    await inbox.runDue();
    expect(await waiting()).toEqual(['a']);
    await later(60);
    await inbox.runDue();
    expect([await waiting(), (await pool.query('SELECT * FROM seen')).rows]).toEqual([
      [],
      [{ event_id: 'a' }],
    ]);
  });

  it('gives up after the last delay, is reported, and can be read, repeated and dropped', async () => {
    const { deliver, run, later, state, errors, inbox, waiting } = await useFailing();
    await deliver(orderCreated('a'));
    await deliver(orderCreated('b'));
    for (let round = 0; round < 5; round += 1) {
      await run();
      await later(60);
    }
    expect(state.runs).toBe(6);
    expect(errors.map(({ message }) => message).sort()).toEqual([
      'order.created a gave up after 3 failures. See inbox.listGaveUp().',
      'order.created b gave up after 3 failures. See inbox.listGaveUp().',
    ]);
    expect((errors[0]!.cause as Error).message).toMatch(/^the ERP is down/);

    const list = await inbox.listGaveUp();
    expect(list.map(({ eventId }) => eventId).sort()).toEqual(['a', 'b']);
    expect(list[0]).toMatchObject({
      tenantId: 1,
      event: { event_type: 'order.created', data: { order_id: 1001 } },
      failures: 3,
      lastError: expect.stringMatching(/^Error: the ERP is down \(\d\)$/),
      receivedAt: expect.any(Date),
      gaveUpAt: expect.any(Date),
    });

    state.broken = false;
    expect(await inbox.retry(list[0]!)).toBe(true);
    expect(await inbox.retry(list[0]!)).toBe(false); // it isn't in the list any more
    expect(await inbox.drop(list[0]!)).toBe(false);
    expect(await run()).toBe(1);
    expect(await inbox.drop(list[1]!)).toBe(true);
    expect(await inbox.listGaveUp()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('has its whole schedule again after retryAll', async () => {
    const { deliver, run, later, state, inbox } = await useFailing();
    for (const id of ['a', 'b', 'c']) await deliver(orderCreated(id));
    await run({ retryDelaysSeconds: [] });
    expect(await inbox.retryAll()).toBe(3);
    expect([await inbox.listGaveUp(), await inbox.retryAll()]).toEqual([[], 0]);
    state.runs = 0;
    for (let round = 0; round < 5; round += 1) {
      await run();
      await later(60);
    }
    expect(state.runs).toBe(9);
  });

  it('is called again if staff send an event again that gave up', async () => {
    const { deliver, run, state, inbox } = await useFailing();
    await deliver(orderCreated('a'));
    await run({ retryDelaysSeconds: [] });
    state.broken = false;
    expect(await deliver(orderCreated('a'))).toMatchObject({ outcome: 'stored' });
    expect(await run()).toBe(1);
    expect(await inbox.listGaveUp()).toEqual([]);
  });

  it('lists what gave up in pages', async () => {
    const { deliver, run, inbox } = await useFailing();
    const ids = Array.from({ length: 25 }, (_, n) => `event ${n}`);
    for (const event_id of ids) await deliver(orderCreated(event_id));
    await run({ retryDelaysSeconds: [] });
    const listed: string[] = [];
    for (let page = await inbox.listGaveUp({ limit: 10 }); page.length > 0; ) {
      listed.push(...page.map(({ eventId }) => eventId));
      page = await inbox.listGaveUp({ limit: 10, after: page.at(-1) });
    }
    expect(listed.length).toBe(25);
    expect(new Set(listed)).toEqual(new Set(ids));
  });

  it.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ['a text with a NUL', () => 'a\0b'],
    ['an error with a cause', () => new Error('x', { cause: new Error('y') })],
    ['a value without a text', () => Object.create(null)],
    ['a symbol', () => Symbol('x')],
    ['an error of 1 MB', () => new Error('x'.repeat(1_000_000))],
  ])('may throw %s', async (_what, thrown) => {
    const { receiver, inbox, deliver } = await useInbox();
    receiver.on('order.created', () => {
      throw thrown();
    });
    await deliver(orderCreated('a'));
    await inbox.runDue({ retryDelaysSeconds: [], onError: () => {} });
    const lastError = (await inbox.listGaveUp())[0]!.lastError;
    expect(lastError.length).toBeLessThanOrEqual(1000);
    expect(lastError).not.toBe('');
  });
});

describe('a schedule that is a function', () => {
  it('gets the number of failures, the error and the event, and decides', async () => {
    const { deliver, run, later, inbox } = await useFailing();
    const calls: unknown[] = [];
    const retryDelaysSeconds = async (
      failures: number,
      error: unknown,
      { event_id }: { event_id: string },
    ) => {
      calls.push([failures, (error as Error).message, event_id]);
      return failures < 3 ? failures * 100 : undefined;
    };
    await deliver(orderCreated('a'));
    await run({ retryDelaysSeconds });
    await later(100);
    await run({ retryDelaysSeconds });
    await later(199);
    expect(await run({ retryDelaysSeconds })).toBe(0);
    await later(1);
    await run({ retryDelaysSeconds });
    expect(calls).toEqual([1, 2, 3].map((n) => [n, `the ERP is down (${n})`, 'a']));
    expect(await inbox.listGaveUp()).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    ['throws', () => { throw new Error('no schedule'); }], // biome-ignore format: a table
    ['rejects', () => Promise.reject(new Error('no schedule'))],
    ['returns NaN', () => Number.NaN],
    ['returns Infinity', () => Number.POSITIVE_INFINITY],
    ['returns a text', () => '10'],
  ])('loses no event if it %s', async (_what, schedule) => {
    const { deliver, run, later, errors, state, waiting } = await useFailing();
    await deliver(orderCreated('a'));
    await run({ retryDelaysSeconds: schedule as never });
    expect(errors).toHaveLength(1);
    expect(await waiting()).toEqual(['a']);
    state.broken = false;
    await later(60);
    expect(await run()).toBe(1);
    expect(await waiting()).toEqual([]);
  });
});

it.each<[string, () => unknown]>([
  ['throws', () => { throw new Error('logger'); }], // biome-ignore format: a table
  ['rejects', () => Promise.reject(new Error('logger'))],
])('goes on if onError %s', async (_what, onError) => {
  const { deliver, run, inbox } = await useFailing();
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  await deliver(orderCreated('a'));
  expect(await run({ retryDelaysSeconds: [], onError })).toBe(1);
  expect(await inbox.listGaveUp()).toHaveLength(1);
});

it('does not count it as a failure if another delivery is handling the event', async () => {
  const { deliver, run, store, state, later, waiting, pool } = await useFailing();
  state.broken = false;
  await store.claim({ tenantId: 1, eventId: 'shop/a' }, 40_000);
  await deliver(orderCreated('a'));
  expect(await run({ retryDelaysSeconds: [] })).toBe(1);
  expect(await waiting()).toEqual(['a']);
  await later(39);
  expect(await run()).toBe(0);
  await later(2);
  await pool.query('UPDATE tradepost_webhook_events SET lease_ends = now()');
  expect(await run()).toBe(1);
  expect(state.runs).toBe(1);
});

it.each<[string, (inbox: WebhookInbox) => Promise<unknown>, string]>([
  ['an unknown option', (inbox) => inbox.listGaveUp({ lmit: 3 } as never), 'no option lmit'],
  ['null in place of a page', (inbox) => inbox.listGaveUp(null as never), 'Pass an object'],
  ['a number in place of options', (inbox) => inbox.runDue(5 as never), 'Pass an object'],
  ['null in place of options', (inbox) => inbox.run(null as never), 'Pass an object'],
  ['a text as limit', (inbox) => inbox.listGaveUp({ limit: 'x' } as never), 'limit is not a whole number'],
  ['a limit of 0', (inbox) => inbox.listGaveUp({ limit: 0 }), 'limit is not a whole number'],
  ['an empty event', (inbox) => inbox.listGaveUp({ after: {} } as never), 'Pass an event of listGaveUp()'],
  [
    'a key as after',
    (inbox) => inbox.listGaveUp({ after: { tenantId: 1, eventId: 'a' } } as never),
    'after is not an event',
  ],
  ['nothing to retry', (inbox) => inbox.retry(undefined as never), 'Pass an event of listGaveUp()'],
  ['an id to drop', (inbox) => inbox.drop('a' as never), 'Pass an event of listGaveUp()'],
])('%s is refused in a sentence', async (_what, call, words) => {
  const { inbox } = openInboxOn({ query: () => Promise.reject(new Error('not reached')) } as never);
  await expect(call(inbox)).rejects.toThrow(ConfigurationError);
  await expect(call(inbox)).rejects.toThrow(words);
});
