import { expect, inject, it } from 'vitest';
import { hasHaproxy } from './haproxy.ts';
import { rollingRestarts } from './run.ts';

/**
 * The short form of `npm run program rolling`: haproxy checks more often, so that each restart takes less time, and the services don't compile
 * schemas ahead, like those of other tests.
 */
it.skipIf(!hasHaproxy())(
  'restarts behind haproxy without an error or a lost response, under load',
  async () => {
    const report = await rollingRestarts({
      serverUrl: inject('serverUrl'),
      restarts: 2,
      clients: 20,
      // A check that is slow on a busy machine isn't a failure; a 503 is, at once.
      haproxy: { checks: 'inter 200ms fall 1 rise 1', defaults: '  timeout check 5s\n' },
      pauseMs: 100,
      // 25 checks, which take no CPU time: with ten, a busy machine has let the listener close before haproxy knew of it.
      env: { SHUTDOWN_DELAY: '5s' },
      print: () => {},
    });
    expect(report.errors).toEqual([]);
    expect(report.stored).toBe(report.placed);
    expect(report.placed).toBeGreaterThan(20);
  },
  // Four starts and two stops with their delay: 15 s, and many times that on a machine that does other things, too.
  900_000,
);
