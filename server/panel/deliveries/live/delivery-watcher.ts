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
  readonly streams: Set<{ readonly userId: number; readonly wake: () => void }>;
}

interface WatcherDeps {
  readonly db: Querier;
  readonly wait: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** One open page. */
interface DeliveryStream {
  /** What the last poll found; undefined before the first. */
  fingerprint(): string | undefined;
  /** Resolves after the next poll, which wakes all: a timer for each stream would keep a process alive that wants to stop. */
  polled(): Promise<void>;
  /** Resolves what `polled` returned. */
  readonly wake: () => void;
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
    const tenant = this.#tenants.get(tenantId) ?? { fingerprint: undefined, streams: new Set() };
    const own = [...tenant.streams].filter((stream) => stream.userId === userId).length;
    if (own >= MAX_STREAMS_PER_USER || tenant.streams.size >= MAX_STREAMS_PER_TENANT) return undefined;
    if (this.#streams() >= MAX_STREAMS) return undefined;
    let resolve = (): void => {};
    const stream = { userId, wake: () => resolve() };
    tenant.streams.add(stream);
    if (!this.#tenants.has(tenantId)) {
      this.#tenants.set(tenantId, tenant);
      void this.#poll(tenantId, tenant);
    }
    return {
      fingerprint: () => tenant.fingerprint,
      polled: () =>
        new Promise((done) => {
          resolve = done;
        }),
      wake: stream.wake,
      close: () => {
        tenant.streams.delete(stream);
        if (tenant.streams.size === 0) this.#tenants.delete(tenantId);
      },
    };
  }

  #streams(): number {
    return [...this.#tenants.values()].reduce((sum, { streams }) => sum + streams.size, 0);
  }

  async #poll(tenantId: number, tenant: WatchedTenant): Promise<void> {
    while (this.#tenants.get(tenantId) === tenant) {
      try {
        tenant.fingerprint = await deliveriesFingerprint(this.#deps.db, tenantId);
      } catch (error) {
        this.#deps.onError(error);
      }
      for (const { wake } of tenant.streams) wake();
      await this.#deps.wait(POLL_MS);
    }
  }
}
