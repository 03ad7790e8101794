import { expect, it } from 'vitest';
import { HashQueue, QueueFullError } from '../../server/panel/passwords/hash-queue.ts';

const never = new AbortController().signal;

/** A queue whose work is done when the test says so. */
function controlled() {
  const queue = new HashQueue();
  const started: string[] = [];
  const running: (() => void)[] = [];
  const run = (name: string, client: { network: string; trusted?: boolean; signal?: AbortSignal }) =>
    queue.run({ trusted: false, signal: never, ...client }, () => {
      started.push(name);
      return new Promise<void>((resolve) => running.push(resolve));
    });
  const finishAll = async (): Promise<void> => {
    while (running.length > 0) {
      running.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { run, started, running, finishAll };
}

it('runs two at once, lets networks take turns, and trusted clients go first', async () => {
  const { run, started, running, finishAll } = controlled();
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  const all = names.map((name) => run(name, { network: name[0]! }));
  all.push(run('owner', { network: 'a', trusted: true }));
  expect(running).toHaveLength(2);
  await finishAll();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'a2', 'owner', 'a3', 'b1', 'c1', 'a4', 'b2']);
});

it('refuses what would wait too long, but not trusted clients because of strangers', async () => {
  const { run, started, finishAll } = controlled();
  const one = Array.from({ length: 14 }, () => run('x', { network: 'x' }));
  await expect(run('x', { network: 'x' })).rejects.toThrow(QueueFullError);
  const others = Array.from({ length: 12 }, (_, n) => run('other', { network: `n${n}` }));
  await expect(run('late', { network: 'new' })).rejects.toThrow(QueueFullError);
  const owner = run('owner', { network: 'x', trusted: true });
  await finishAll();
  await Promise.all([...one, ...others, owner]);
  expect(started).toHaveLength(14 + 12 + 1);
});

it('goes on after work that failed, and skips whoever has gone', async () => {
  const queue = new HashQueue();
  const gone = new AbortController();
  const failed = queue.run({ network: 'a', trusted: false, signal: never }, () =>
    Promise.reject(new Error('no')),
  );
  const second = queue.run({ network: 'a', trusted: false, signal: never }, async () => 'second');
  let ran = false;
  void queue.run({ network: 'a', trusted: false, signal: gone.signal }, async () => {
    ran = true;
  });
  gone.abort();
  const last = queue.run({ network: 'a', trusted: false, signal: never }, async () => 'last');
  await expect(failed).rejects.toThrow('no');
  expect([await second, await last]).toEqual(['second', 'last']);
  expect(ran).toBe(false);
});
