import { describe, expect, it } from 'vitest';
import { FairSemaphore, type OnClosed, type Work } from '../../../server/base/counters/fair-semaphore.ts';
import { tenantShares } from '../../../server/db/tenants/tenant-database.ts';

const stays: OnClosed = () => () => {};

/** Work that runs until the test calls `end`, and the order in which it began. */
function workOn(shares: FairSemaphore<string>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, work: Work = 'query', onClosed = stays): Promise<string> =>
    shares.run(name[0]!, work, onClosed, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { begun, start, end };
}

describe('the shares of a pool', () => {
  it.each([
    [2, { total: 1, perOwner: 1, transactionsPerOwner: 1 }],
    [4, { total: 3, perOwner: 2, transactionsPerOwner: 1 }],
    [10, { total: 8, perOwner: 5, transactionsPerOwner: 2 }],
    [200, { total: 160, perOwner: 100, transactionsPerOwner: 50 }],
  ])('of %i connections are limited in total, per tenant and for transactions', (size, shares) => {
    expect(tenantShares(size)).toEqual(shares);
  });
});

describe('waiting for a share', () => {
  it('is first come, first served within an owner, and round robin between owners', async () => {
    const { begun, start, end } = workOn(
      new FairSemaphore({ total: 1, perOwner: 1, transactionsPerOwner: 1 }),
    );
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void start(name);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
      expect(begun.at(-1)).toBe(name);
      await end(name);
    }
  });

  it('does not make a query wait behind transactions of the same owner', async () => {
    const { begun, start, end } = workOn(
      new FairSemaphore({ total: 8, perOwner: 3, transactionsPerOwner: 1 }),
    );
    for (const name of ['a1', 'a2', 'a3']) void start(name, 'transaction');
    for (const name of ['a4', 'a5', 'a6']) void start(name);
    expect(begun).toEqual(['a1', 'a4', 'a5']);
    await end('a4');
    expect(begun).toEqual(['a1', 'a4', 'a5', 'a6']);
    await end('a1');
    expect(begun.at(-1)).toBe('a2');
    await end('a2'); // else the wait of a3 would time out while other tests run
    expect(begun.at(-1)).toBe('a3');
  });

  it('ends when the client disconnects, and the work never begins', async () => {
    const { begun, start, end } = workOn(
      new FairSemaphore({ total: 1, perOwner: 1, transactionsPerOwner: 1 }),
    );
    void start('a1');
    let leave = (): void => {};
    const left = start('a2', 'query', (callback) => {
      leave = callback;
      return () => {};
    });
    void start('a3');
    leave();
    await expect(left).rejects.toThrow('closed the connection');
    await end('a1');
    expect(begun).toEqual(['a1', 'a3']);
  });

  it('does not begin when the client has already disconnected', async () => {
    const { begun, start } = workOn(new FairSemaphore({ total: 1, perOwner: 1, transactionsPerOwner: 1 }));
    void start('a1');
    const gone: OnClosed = (callback) => {
      callback();
      return () => {};
    };
    await expect(start('a2', 'query', gone)).rejects.toThrow('closed the connection');
    expect(begun).toEqual(['a1']);
  });

  it('times out with 429 behind work of the same owner, and with 503 behind work of others', async () => {
    const { start } = workOn(new FairSemaphore({ total: 2, perOwner: 1, transactionsPerOwner: 1 }, 20));
    void start('a1');
    void start('b1');
    await expect(start('a2')).rejects.toMatchObject({ code: 'too_many_concurrent_requests' });
    await expect(start('c1')).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('keeps an owner who comes back while others of its requests are still leaving', async () => {
    const { begun, start, end } = workOn(
      new FairSemaphore({ total: 2, perOwner: 1, transactionsPerOwner: 1 }),
    );
    const gone: OnClosed = (callback) => {
      callback();
      return () => {};
    };
    void start('b1');
    void start('c1');
    const left = [start('a1', 'query', gone)];
    // Between the ends of the two requests that leave, which are microtasks.
    queueMicrotask(() => void start('a3'));
    left.push(start('a2', 'query', gone));
    await Promise.allSettled(left);
    await end('b1');
    await end('c1');
    void start('a4');
    expect(begun).toEqual(['b1', 'c1', 'a3']);
    await end('a3');
    expect(begun.at(-1)).toBe('a4');
    await end('a4');
  });

  it('ends when the work that has the share fails', async () => {
    const shares = new FairSemaphore<string>({ total: 1, perOwner: 1, transactionsPerOwner: 1 });
    const failed = shares.run('a', 'query', stays, () => Promise.reject(new Error('broken')));
    const next = shares.run('a', 'query', stays, async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
