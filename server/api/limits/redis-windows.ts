import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RedisScripts } from './redis-scripts.ts';
import {
  type Entry,
  MemoryWindows,
  type RateLimitResult,
  resultOf,
  type WindowResult,
} from './sliding-window.ts';

/** Whoever connects first to an empty Redis writes it. Another value later means that Redis lost its data in between. */
const EPOCH_KEY = 'rpm-window-epoch';

export interface RedisWindowsDeps {
  readonly client: Redis;
  readonly nowMs: () => number;
  /** For tests. By default Redis's own clock. */
  readonly clockMs?: (() => number) | undefined;
  readonly onAlone: () => void;
}

/**
 * Shared by all processes. An unavailable Redis must not stop anybody: meanwhile each process counts for itself, beginning with
 * what it has allowed in the last minute, and adds what it allowed when Redis is back. If Redis comes back empty, each
 * process adds all that it allowed in the last minute.
 */
export class RedisWindows {
  readonly #deps: RedisWindowsDeps;
  readonly #scripts: RedisScripts;
  /** All that this process allowed. */
  readonly #own: MemoryWindows;
  /** The part that Redis doesn't know. */
  readonly #uncounted: MemoryWindows;
  #epoch: string | undefined;
  #restoring: Promise<void> | undefined;

  constructor(deps: RedisWindowsDeps) {
    this.#deps = deps;
    this.#scripts = new RedisScripts(deps.client, deps.clockMs);
    this.#own = new MemoryWindows(deps.nowMs);
    this.#uncounted = new MemoryWindows(deps.nowMs);
    deps.client.on('ready', () => this.#startRestoring());
    if (deps.client.status === 'ready') this.#startRestoring();
  }

  isUp(): boolean {
    return this.#deps.client.status === 'ready';
  }

  async take(tenantId: number, limit: number): Promise<RateLimitResult> {
    if (this.#restoring) await this.#restoring;
    return resultOf(await this.#takeShared(tenantId, limit), limit);
  }

  async #takeShared(tenantId: number, limit: number): Promise<WindowResult> {
    try {
      const result = await this.#scripts.take(tenantId, limit);
      if (!this.#uncounted.isEmpty && !this.#restoring) this.#startRestoring();
      if (result.taken > 0) this.#own.take(tenantId, result.taken, Number.MAX_SAFE_INTEGER);
      return result;
    } catch {
      return this.#takeAlone(tenantId, limit);
    }
  }

  #takeAlone(tenantId: number, limit: number): WindowResult {
    this.#deps.onAlone();
    const result = this.#own.take(tenantId, 1, limit);
    if (result.taken > 0) this.#uncounted.take(tenantId, result.taken, Number.MAX_SAFE_INTEGER);
    return result;
  }

  #startRestoring(): void {
    const restoring = this.#restore().finally(() => {
      if (this.#restoring === restoring) this.#restoring = undefined;
    });
    this.#restoring = restoring;
  }

  /** If Redis goes away again meanwhile, what wasn't added stays uncounted until the next time. */
  async #restore(): Promise<void> {
    const known = this.#epoch;
    const epoch = await this.#readEpoch().catch(() => undefined);
    if (epoch === undefined) return;
    this.#epoch = epoch;
    const isEmpty = known !== undefined && known !== epoch;
    const uncounted = this.#uncounted.drain();
    const missing = isEmpty ? this.#own.entries() : uncounted;
    await Promise.all(missing.map(([tenantId, entries]) => this.#add(tenantId, entries)));
  }

  async #readEpoch(): Promise<string> {
    const epoch = randomUUID();
    const isFirst = await this.#deps.client.set(EPOCH_KEY, epoch, 'NX');
    return isFirst ? epoch : ((await this.#deps.client.get(EPOCH_KEY)) ?? epoch);
  }

  async #add(tenantId: number, entries: readonly Entry[]): Promise<void> {
    const added = this.#scripts.add(tenantId, entries, this.#deps.nowMs());
    await added.catch(() => this.#uncounted.add(tenantId, entries));
  }
}
