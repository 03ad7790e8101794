import { ApiProblem, tooManyConcurrent } from '../problems/api-problem.ts';

/** Statements end after 8 s, so the queue moves well within this. AWS's balancers and nginx give up after 60 s. */
export const MAX_WAIT_MS = 30_000;
const RETRY_AFTER_SECONDS = 1;

/** How many pieces of work may be in progress at once. Most take a connection of the pool each. */
export interface SemaphoreLimits {
  /** All owners together. */
  readonly total: number;
  readonly perOwner: number;
  /** The part of `perOwner` for transactions, which hold a connection longest. */
  readonly transactionsPerOwner: number;
}

export type Work = 'query' | 'transaction';
/** Registers a callback for when the client disconnects. Returns a function that unregisters it. */
export type OnClosed = (callback: () => void) => () => void;

/** What waits now, and how long everything has waited since the start. */
export interface SemaphoreStats {
  readonly waiting: number;
  readonly waitedMs: number;
}

interface Owner {
  connections: number;
  transactions: number;
  readonly waiting: Waiter[];
}

interface Waiter {
  readonly work: Work;
  readonly start: () => void;
}

/** Nobody receives this problem. */
export const disconnected = (): ApiProblem =>
  tooManyConcurrent('The client closed the connection while the request waited.', RETRY_AFTER_SECONDS);

/**
 * Admits work before it takes a connection from the pool: first come, first served within an owner (a tenant, a client
 * address) and a kind of work, round robin between owners. Work that waits here holds nothing, so waiting can't cause a deadlock or a timeout
 * in the pool or PostgreSQL. Why: docs/decisions/fair-semaphore.md.
 */
export class FairSemaphore<Key> {
  readonly #shares: SemaphoreLimits;
  readonly #maxWaitMs: number;
  readonly #onEnd: ((key: Key, ms: number) => void) | undefined;
  readonly #owners = new Map<Key, Owner>();
  /** The owners with waiting work; the first one is next. */
  readonly #queue = new Set<Owner>();
  #connections = 0;
  #waitedMs = 0;

  /** `onEnd` is told whose work has ended, and how long it took. */
  constructor(
    shares: SemaphoreLimits,
    maxWaitMs = MAX_WAIT_MS,
    onEnd?: ((key: Key, ms: number) => void) | undefined,
  ) {
    this.#shares = shares;
    this.#onEnd = onEnd;
    this.#maxWaitMs = maxWaitMs;
  }

  run<T>(key: Key, work: Work, onClosed: OnClosed, task: () => Promise<T>): Promise<T> {
    const owner = this.#ownerOf(key);
    if (!this.#fits(owner, work))
      return this.#wait(key, owner, work, onClosed).then(() => this.#start(key, owner, work, task));
    this.#acquire(owner, work);
    return this.#start(key, owner, work, task);
  }

  async #start<T>(key: Key, owner: Owner, work: Work, task: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await task();
    } finally {
      this.#onEnd?.(key, performance.now() - startedAt);
      this.#release(owner, work);
      this.#forgetIdle(key, owner);
    }
  }

  #ownerOf(key: Key): Owner {
    const known = this.#owners.get(key);
    if (known) return known;
    const owner = { connections: 0, transactions: 0, waiting: [] };
    this.#owners.set(key, owner);
    return owner;
  }

  stats(): SemaphoreStats {
    let waiting = 0;
    for (const owner of this.#queue) waiting += owner.waiting.length;
    return { waiting, waitedMs: this.#waitedMs };
  }

  #fits({ connections, transactions }: Owner, work: Work): boolean {
    const { total, perOwner, transactionsPerOwner } = this.#shares;
    const free = this.#connections < total && connections < perOwner;
    return free && (work === 'query' || transactions < transactionsPerOwner);
  }

  #acquire(owner: Owner, work: Work): void {
    this.#connections += 1;
    owner.connections += 1;
    if (work === 'transaction') owner.transactions += 1;
  }

  #release(owner: Owner, work: Work): void {
    this.#connections -= 1;
    owner.connections -= 1;
    if (work === 'transaction') owner.transactions -= 1;
    this.#startWaiting();
  }

  #wait(key: Key, owner: Owner, work: Work, onClosed: OnClosed): Promise<void> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let cancel = (): void => {};
      const settle = (outcome: () => void): void => {
        owner.waiting.splice(owner.waiting.indexOf(waiter), 1);
        if (owner.waiting.length === 0) this.#queue.delete(owner);
        clearTimeout(timer);
        cancel();
        this.#waitedMs += performance.now() - startedAt;
        this.#forgetIdle(key, owner);
        outcome();
      };
      const waiter: Waiter = { work, start: () => settle(resolve) };
      const timer = setTimeout(() => settle(() => reject(this.#timedOut(owner, work))), this.#maxWaitMs);
      owner.waiting.push(waiter);
      this.#queue.add(owner);
      // Nobody receives this response; the rejection ends the waiting request.
      cancel = onClosed(() => settle(() => reject(disconnected())));
    });
  }

  /** Starts all waiting work that fits. An owner that started something goes to the end of the queue. */
  #startWaiting(): void {
    for (const owner of this.#queue) {
      if (this.#connections >= this.#shares.total) return;
      const next = owner.waiting.find(({ work }) => this.#fits(owner, work));
      if (!next) continue;
      this.#acquire(owner, next.work);
      this.#queue.delete(owner);
      this.#queue.add(owner);
      next.start();
    }
  }

  /** 429 when the owner waited for its own requests, 503 when it waited for others. */
  #timedOut({ connections, transactions }: Owner, work: Work): ApiProblem {
    const { perOwner, transactionsPerOwner } = this.#shares;
    const seconds = Math.round(this.#maxWaitMs / 1000);
    const own = connections >= perOwner || (work === 'transaction' && transactions >= transactionsPerOwner);
    if (own)
      return tooManyConcurrent(
        `The request waited ${seconds} seconds for other requests of the same client.`,
        RETRY_AFTER_SECONDS,
      );
    return new ApiProblem(
      'service_unavailable',
      `The service was busy with other requests for ${seconds} seconds.`,
      {
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      },
    );
  }

  /** Two requests that leave together both come here. In between the owner may have come back, as another entry. */
  #forgetIdle(key: Key, owner: Owner): void {
    const isIdle = owner.connections === 0 && owner.waiting.length === 0;
    if (isIdle && this.#owners.get(key) === owner) this.#owners.delete(key);
  }
}
