import type { WindowResult } from './sliding-window.ts';

type Take = (tenantId: number, points: number, limit: number) => Promise<WindowResult>;

/** What one request of a group gets. */
export interface Slot {
  readonly allowed: boolean;
  /** How many count, including this one and those before it. */
  readonly used: number;
  readonly waitMs: number;
}

interface Group {
  points: number;
  readonly taken: Promise<WindowResult>;
}

/**
 * Runs one counting statement per tenant and limit at a time. Requests that arrive meanwhile are counted together by the next one.
 * Each statement locks the tenant's row, so parallel ones would only wait for each other, each holding a connection.
 */
export function coalesceTakes(take: Take): (tenantId: number, limit: number) => Promise<Slot> {
  const waiting = new Map<string, Group>();
  const running = new Map<string, Promise<unknown>>();

  const run = (key: string, work: Promise<WindowResult>): Promise<WindowResult> => {
    const ended = work
      .catch(() => undefined)
      .then(() => {
        if (running.get(key) === ended) running.delete(key);
      });
    running.set(key, ended);
    return work;
  };

  const startGroup = (key: string, tenantId: number, limit: number): Group => {
    const taken = (running.get(key) ?? Promise.resolve()).then(() => {
      waiting.delete(key);
      return run(key, take(tenantId, group.points, limit));
    });
    const group: Group = { points: 0, taken };
    waiting.set(key, group);
    return group;
  };

  return async (tenantId, limit) => {
    const key = `${tenantId} ${limit}`;
    const group = waiting.get(key) ?? startGroup(key, tenantId, limit);
    group.points += 1;
    return slotOf(group.points, await group.taken);
  };
}

/** The first of a group come first. */
export function slotOf(position: number, { taken, used, waitMs }: WindowResult): Slot {
  return { allowed: position <= taken, used: used - taken + Math.min(position, taken), waitMs };
}
