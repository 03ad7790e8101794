import { type Entry, merge, take, WINDOW_MS, type Window, type WindowResult } from './sliding-window.ts';

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
