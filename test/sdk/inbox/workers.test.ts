import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CREATE_TABLE } from '../../../sdk/src/webhooks/inbox/index.ts';
import { Deferred } from '../webhooks/deferred.ts';
import { openElsewhere, orderCreated, useInbox } from './open-inbox.ts';

/** Longer than a test takes, so that what happens isn't due to it. */
const NEVER_MS = 1_000_000;

describe('several workers', () => {
  it('share the events: each is handled once', async () => {
    const first = await useInbox();
    const others = [1, 2, 3].map(() => openElsewhere(first.url));
    const handled: string[] = [];
    for (const { receiver } of [first, ...others])
      receiver.onOther(async ({ event_id }) => {
        await turn();
        handled.push(event_id);
      });
    const ids = Array.from({ length: 100 }, (_, n) => `event ${n}`);
    await Promise.all(ids.map((id) => first.deliver(orderCreated(id))));
    const counts = await Promise.all([first, ...others].map(({ inbox }) => inbox.runDue({ concurrency: 3 })));
    expect(counts.reduce((sum, count) => sum + count)).toBe(100);
    expect(handled.sort()).toEqual(ids.sort());
  });

  it('leave an event to a handler that takes several times its lease', async () => {
    const { receiver, inbox, deliver, pool, url } = await useInbox();
    const other = openElsewhere(url);
    const finish = new Deferred();
    let runs = 0;
    receiver.onOther(() => {
      runs += 1;
      return finish.promise;
    });
    other.receiver.onOther(() => void runs++);
    await deliver(orderCreated('a'));
    const running = inbox.runDue({ leaseMs: 2_000 });
    await expect.poll(() => runs).toBe(1);
    const extended = `SELECT 1 FROM tradepost_webhook_inbox WHERE due_at > received_at + interval '6 seconds'`;
    await expect
      .poll(async () => {
        expect(await other.inbox.runDue()).toBe(0);
        return (await pool.query(extended)).rows.length;
      })
      .toBe(1);
    finish.resolve();
    expect([await running, runs]).toEqual([1, 1]);
  });

  it('hand an event on when the lease of a killed process has ended', async () => {
    const { receiver, inbox, deliver, pool, later, outcomes } = await useInbox();
    await deliver(orderCreated('a'));
    const { CLAIM } = await import('../../../sdk/src/webhooks/inbox/statements.ts');
    expect((await pool.query(CLAIM, ['shop', 10, 30_000])).rows).toHaveLength(1); // and then it's killed
    receiver.onOther(() => {});
    expect(await inbox.runDue()).toBe(0);
    await later(30);
    expect(await inbox.runDue()).toBe(1);
    expect(outcomes).toEqual(['stored', 'handled']);
  });
});

it('counts a handler that takes longer than handlerTimeoutMs as failed, and gives its slot to others', async () => {
  const { receiver, inbox, deliver } = await useInbox();
  receiver.onOther(({ event_id }) => (event_id === 'stuck' ? new Promise(() => {}) : undefined));
  await deliver(orderCreated('stuck'));
  await deliver(orderCreated('next'));
  const options = { handlerTimeoutMs: 500, retryDelaysSeconds: [], onError: () => {} };
  expect(await inbox.runDue({ concurrency: 1, ...options })).toBe(2);
  const list = await inbox.listGaveUp();
  expect(list.map(({ eventId, lastError }) => [eventId, lastError])).toEqual([
    ['stuck', 'Error: The handler took longer than handlerTimeoutMs, 500 ms.'],
  ]);
});

describe('run', () => {
  it('handles what is delivered to its process at once, and what other processes store at the next poll', async () => {
    const { receiver, inbox, deliver, waiting, url } = await useInbox();
    const stop = new AbortController();
    const handled: string[] = [];
    receiver.onOther(({ event_id }) => void handled.push(event_id));
    await deliver(orderCreated('before'));
    const running = inbox.run({ signal: stop.signal, pollMs: NEVER_MS });
    await expect.poll(() => handled).toEqual(['before']);
    await deliver(orderCreated('here'));
    await expect.poll(() => handled).toEqual(['before', 'here']);
    stop.abort();
    await running;
    await deliver(orderCreated('after'));
    expect(await waiting()).toEqual(['after']);

    const worker = openElsewhere(url);
    worker.receiver.onOther(({ event_id }) => void handled.push(event_id));
    const again = new AbortController();
    const polling = worker.inbox.run({ signal: again.signal, pollMs: 1 });
    await expect.poll(() => handled.at(-1)).toBe('after');
    await deliver(orderCreated('there'));
    await expect.poll(() => handled.at(-1)).toBe('there');
    again.abort();
    await polling;
  });

  it('waits for the handlers that are running when it is stopped, and begins nothing new', async () => {
    const { receiver, inbox, deliver, waiting } = await useInbox();
    const stop = new AbortController();
    const finish = new Deferred();
    const begun: string[] = [];
    receiver.onOther(({ event_id }) => {
      begun.push(event_id);
      return finish.promise;
    });
    let ended = false;
    const running = inbox.run({ signal: stop.signal, concurrency: 1, pollMs: 1 }).then(() => (ended = true));
    await deliver(orderCreated('a'));
    await deliver(orderCreated('b'));
    await expect.poll(() => begun).toEqual(['a']);
    stop.abort();
    await waiting();
    expect(ended).toBe(false);
    finish.resolve();
    await running;
    expect(begun).toEqual(['a']);
    expect(await waiting()).toEqual(['b']);
  });

  it('ends at once if the signal has aborted, and leaves no listener', async () => {
    const { receiver, inbox, deliver, waiting } = await useInbox();
    receiver.onOther(() => {});
    await deliver(orderCreated('a'));
    await inbox.run({ signal: AbortSignal.abort() });
    expect(await inbox.runDue({ signal: AbortSignal.abort() })).toBe(0);
    expect(await waiting()).toEqual(['a']);
  });

  it('reports that PostgreSQL is unavailable, and goes on', async () => {
    const { receiver, inbox, deliver, pool } = await useInbox();
    const stop = new AbortController();
    const handled: string[] = [];
    const errors: Error[] = [];
    receiver.onOther(({ event_id }) => void handled.push(event_id));
    await pool.query('DROP TABLE tradepost_webhook_inbox');
    const running = inbox.run({ signal: stop.signal, pollMs: 1, onError: (error) => errors.push(error) });
    await expect.poll(() => errors.length).toBeGreaterThan(2);
    expect(errors[0]!.message).toContain('tradepost_webhook_inbox');
    await pool.query(CREATE_TABLE);
    expect(await deliver(orderCreated('a'))).toMatchObject({ outcome: 'stored' });
    await expect.poll(() => handled).toEqual(['a']);
    stop.abort();
    await running;
  });
});
