import { expect, it, onTestFinished } from 'vitest';
import { EventLoopYield } from '../../../server/base/counters/event-loop-yield.ts';

/** Work of so many steps that take 1 ms each by the clock, and the turns of the event loop in which they ran. */
function useWork(steps: number) {
  const ranIn: number[] = [];
  let [nowMs, turn] = [0, 0];
  const countTurns = (): void => {
    turn += 1;
    counting = setImmediate(countTurns);
  };
  let counting = setImmediate(countTurns);
  onTestFinished(() => clearImmediate(counting));
  function* work(): Generator<void, string> {
    for (let n = 0; n < steps; n += 1) {
      yield;
      nowMs += 1;
      ranIn.push(turn);
    }
    return 'done';
  }
  return { turns: new EventLoopYield(() => nowMs), work, ranIn };
}

it('runs one piece of long work in a turn of the event loop, however much there is at once', async () => {
  const { turns, work, ranIn } = useWork(10);
  const results = await Promise.all(Array.from({ length: 60 }, () => turns.run(work(), () => () => {})));
  expect(results).toEqual(Array.from({ length: 60 }, () => 'done'));
  expect(new Set(ranIn).size).toBe(600);
});

it('ends work whose client has left', async () => {
  const { turns, work, ranIn } = useWork(10);
  let leave = (): void => {};
  const running = turns.run(work(), (callback) => {
    leave = callback;
    return () => {};
  });
  leave();
  await expect(running).rejects.toMatchObject({ code: 'too_many_concurrent_requests' });
  expect(ranIn).toEqual([]);
});
