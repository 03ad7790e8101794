/** How often a key was counted in its window, and how long that window still lasts. */
export interface Count {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

interface Group {
  points: number;
  readonly counted: Promise<Count>;
}

/**
 * Runs one counting statement per key at a time. Requests that arrive meanwhile are counted together by the next one.
 * Each statement locks the counter's row, so parallel ones would only wait for each other, each holding a connection.
 */
export function coalesceCounts(
  consume: (key: string, points: number) => Promise<Count>,
): (key: string) => Promise<Count> {
  const waiting = new Map<string, Group>();
  const running = new Map<string, Promise<unknown>>();

  const run = (key: string, points: number): Promise<Count> => {
    const count = consume(key, points);
    const ended = count
      .catch(() => undefined)
      .then(() => {
        if (running.get(key) === ended) running.delete(key);
      });
    running.set(key, ended);
    return count;
  };

  const startGroup = (key: string): Group => {
    const counted = (running.get(key) ?? Promise.resolve()).then(() => {
      waiting.delete(key);
      return run(key, group.points);
    });
    const group: Group = { points: 0, counted };
    waiting.set(key, group);
    return group;
  };

  return async (key) => {
    const group = waiting.get(key) ?? startGroup(key);
    group.points += 1;
    const position = group.points;
    const { consumedPoints, msBeforeNext } = await group.counted;
    return { consumedPoints: consumedPoints - group.points + position, msBeforeNext };
  };
}
