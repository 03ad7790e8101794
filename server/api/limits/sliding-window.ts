/** A request counts against the plan for this long. */
export const WINDOW_MS = 60_000;
/**
 * Requests of the same half second are remembered together, with the time of the last of them, so a window is at most 121
 * entries however many requests a plan allows, and a request counts for 60 to 60.5 s. A single request counts for exactly 60 s.
 */
export const TICK_MS = 500;

/** Requests of one tick. */
export interface Entry {
  /** The time of the last one. */
  atMs: number;
  count: number;
}

/** The requests of the last minute that were allowed, the oldest first. */
export type Window = Entry[];

export interface WindowResult {
  /** How many of the requests are allowed. */
  readonly taken: number;
  /** How many count now, including these. */
  readonly used: number;
  /** Until another request is allowed if nothing is left, otherwise until more are than now. */
  readonly waitMs: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** What the request at a position among those that were counted together gets: the first ones come first. */
export function resultOf(
  { taken, used, waitMs }: WindowResult,
  limit: number,
  position = 1,
): RateLimitResult {
  const counted = used - taken + Math.min(position, taken);
  return {
    allowed: position <= taken,
    remaining: Math.max(0, limit - counted),
    resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}

/**
 * Counts up to `points` requests, as many as the limit allows. In any 60 s at most `limit` are allowed. Those that aren't
 * don't count, or a client that doesn't wait would never get through again.
 *
 * The same is written in SQL (031-sliding-window.ts) and in Lua (redis-scripts.ts).
 */
export function take(window: Window, points: number, limit: number, clockMs: number): WindowResult {
  const nowMs = Math.max(clockMs, window.at(-1)?.atMs ?? clockMs);
  window.splice(0, firstCounted(window, nowMs));
  const before = window.reduce((sum, { count }) => sum + count, 0);
  const taken = Math.max(0, Math.min(points, limit - before));
  if (taken > 0) add(window, { atMs: nowMs, count: taken });
  const used = before + taken;
  return { taken, used, waitMs: waitMs(window, used, limit, nowMs) };
}

/** Adds what was counted elsewhere, whatever the limit. */
function merge(window: Window, entries: readonly Entry[]): void {
  window.push(...entries.map((entry) => ({ ...entry })));
  window.sort((a, b) => a.atMs - b.atMs);
}

function firstCounted(window: Window, nowMs: number): number {
  const first = window.findIndex(({ atMs }) => atMs > nowMs - WINDOW_MS);
  return first === -1 ? window.length : first;
}

function add(window: Window, { atMs, count }: Entry): void {
  const last = window.at(-1);
  if (last && tickOf(last.atMs) === tickOf(atMs)) {
    last.atMs = atMs;
    last.count += count;
  } else window.push({ atMs, count });
}

const tickOf = (atMs: number): number => Math.floor(atMs / TICK_MS);

/** After a change to a smaller plan, more than one entry has to leave. */
function waitMs(window: Window, used: number, limit: number, nowMs: number): number {
  let left = used;
  for (const { atMs, count } of window) {
    left -= count;
    if (left < limit) return atMs + WINDOW_MS - nowMs;
  }
  return WINDOW_MS;
}

/** The windows of this process. One that is empty again is forgotten. */
export class MemoryWindows {
  readonly #nowMs: () => number;
  /** In the order of their last requests. */
  readonly #windows = new Map<number, Window>();
  /** The tenant whose window is the last one of these already. */
  #last: number | undefined;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  take(tenantId: number, points: number, limit: number): WindowResult {
    const window = this.#open(tenantId);
    const taken = take(window, points, limit, this.#nowMs());
    this.#forgetExpired();
    return taken;
  }

  add(tenantId: number, entries: readonly Entry[]): void {
    merge(this.#open(tenantId), entries);
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  /** Everything that still counts. */
  entries(): [tenantId: number, Window][] {
    const since = this.#nowMs() - WINDOW_MS;
    return [...this.#windows]
      .map(([tenantId, window]): [number, Window] => [tenantId, window.filter(({ atMs }) => atMs > since)])
      .filter(([, window]) => window.length > 0);
  }

  /** Takes everything out that still counts. */
  drain(): [tenantId: number, Window][] {
    const all = this.entries();
    this.#windows.clear();
    return all;
  }

  #open(tenantId: number): Window {
    const window = this.#windows.get(tenantId) ?? [];
    if (tenantId === this.#last && window.length > 0) return window;
    this.#windows.delete(tenantId);
    this.#windows.set(tenantId, window);
    this.#last = tenantId;
    return window;
  }

  #forgetExpired(): void {
    const since = this.#nowMs() - WINDOW_MS;
    for (const [tenantId, window] of this.#windows) {
      if ((window.at(-1)?.atMs ?? since) > since) return;
      this.#windows.delete(tenantId);
    }
  }
}
