import type { Querier } from '../../../db/querier.ts';
import { deliveriesFingerprint } from '../../../webhooks/log/delivery-changes.ts';

/** How late a page may be, and how often each tenant that somebody watches is looked at. */
const POLL_MS = 2_000;
/** Browsers open six connections to a server over HTTP/1.1; streams of forgotten tabs must leave some of them. */
const MAX_STREAMS_PER_USER = 3;
const MAX_STREAMS_PER_TENANT = 30;
const MAX_STREAMS = 300;

interface WatchedTenant {
  fingerprint: string | undefined;
  readonly userIds: number[];
  readonly waiting: Set<() => void>;
}

export interface WatcherDeps {
  readonly db: Querier;
  readonly wait: (ms: number) => Promise<void>;
  readonly nowMs: () => number;
  readonly onError: (error: unknown) => void;
}

/** One open page. */
export interface DeliveryStream {
  /**
   * Resolves to the fingerprint once it's another than `seen`; to undefined when `timeoutMs` have passed, give or take
   * a poll, or when `ended` resolves.
   */
  next(seen: string, timeoutMs: number, ended: Promise<unknown>): Promise<string | undefined>;
  close(): void;
}

/** Looks whether deliveries have changed, once per tenant for all its open pages, and not at all when there are none. */
export class DeliveryWatcher {
  readonly #deps: WatcherDeps;
  readonly #tenants = new Map<number, WatchedTenant>();

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
  }

  /** Undefined when the user, the tenant or the process has as many streams as it may. */
  open(tenantId: number, userId: number): DeliveryStream | undefined {
    const tenant = this.#tenants.get(tenantId) ?? { fingerprint: undefined, userIds: [], waiting: new Set() };
    const own = tenant.userIds.filter((id) => id === userId).length;
    if (own >= MAX_STREAMS_PER_USER || tenant.userIds.length >= MAX_STREAMS_PER_TENANT) return undefined;
    if (this.#streams() >= MAX_STREAMS) return undefined;
    tenant.userIds.push(userId);
    if (!this.#tenants.has(tenantId)) {
      this.#tenants.set(tenantId, tenant);
      void this.#poll(tenantId, tenant);
    }
    return {
      next: (seen, timeoutMs, ended) => this.#next(tenant, seen, timeoutMs, ended),
      close: () => this.#close(tenantId, tenant, userId),
    };
  }

  #streams(): number {
    return [...this.#tenants.values()].reduce((sum, { userIds }) => sum + userIds.length, 0);
  }

  async #poll(tenantId: number, tenant: WatchedTenant): Promise<void> {
    while (this.#tenants.get(tenantId) === tenant) {
      try {
        tenant.fingerprint = await deliveriesFingerprint(this.#deps.db, tenantId);
      } catch (error) {
        this.#deps.onError(error);
      }
      for (const wake of tenant.waiting) wake();
      await this.#deps.wait(POLL_MS);
    }
  }

  async #next(
    tenant: WatchedTenant,
    seen: string,
    timeoutMs: number,
    ended: Promise<unknown>,
  ): Promise<string | undefined> {
    const deadlineMs = this.#deps.nowMs() + timeoutMs;
    let over = false;
    const whenOver = ended.then(() => {
      over = true;
    });
    while (!over && this.#deps.nowMs() < deadlineMs) {
      if (tenant.fingerprint !== undefined && tenant.fingerprint !== seen) return tenant.fingerprint;
      await this.#woken(tenant, whenOver);
    }
    return undefined;
  }

  /** Each poll wakes all. A timer of its own for each stream would keep a process alive that wants to stop. */
  async #woken(tenant: WatchedTenant, whenOver: Promise<void>): Promise<void> {
    let wake = (): void => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    tenant.waiting.add(wake);
    await Promise.race([woken, whenOver]);
    tenant.waiting.delete(wake);
  }

  #close(tenantId: number, tenant: WatchedTenant, userId: number): void {
    tenant.userIds.splice(tenant.userIds.indexOf(userId), 1);
    if (tenant.userIds.length === 0) this.#tenants.delete(tenantId);
  }
}
