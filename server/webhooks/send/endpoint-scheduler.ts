import type { Capacity, ClaimedDelivery } from '../queue/claim.ts';
import { EndpointState, INITIAL_WINDOW, type ResponseSpeed, type WaitingDelivery } from './endpoint-state.ts';

/**
 * Sent side by side: over 1200 a second to consumers that take 0.2 s. One endpoint gets as many only while it bears them:
 * it comes there by doubling, and an answer that is late takes it to the slow pool.
 */
const FAST_POOL_SIZE = 256;
/** For those that answer late or not at all: a socket and some kB each, for 10 s at most. */
const SLOW_POOL_SIZE = 512;
/** What may wait in the worker: some batches, sent within a second or two. Half of it is sent while a claim runs. */
const MAX_WAITING = 2000;
/** Longer than this in the worker, and the exchange might outlive the lease: given back. */
const MAX_WAIT_MS = 3_000;
/** How many endpoints are remembered. One that is forgotten is a stranger again. */
const MAX_TRACKED_ENDPOINTS = 2_000;

/** A delivery on the way, in its pool. */
export interface InFlightRequest {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: EndpointState;
  readonly waitedMs: number;
  pool: 'fast' | 'slow';
}

/**
 * Who is sent next. Endpoints take turns. One that keeps its slots for long moves to a pool of its own bound, with what
 * it has on the way, and gets nothing new until that ends; so those that answer always find a free slot. No fixed cap
 * slows a healthy endpoint that is alone.
 */
export class EndpointScheduler {
  readonly #endpoints = new Map<number, EndpointState>();
  /** Those with something waiting, in turn: a Map keeps the order in which they were put. */
  readonly #roundRobin = { fast: new Map<number, EndpointState>(), slow: new Map<number, EndpointState>() };
  readonly #inFlight = { fast: 0, slow: 0 };
  #waitingCount = 0;
  #releasable: ClaimedDelivery[] = [];

  /** Whether more than half of what it can hold is waiting: too much to be worth a claim. */
  get isFull(): boolean {
    return this.#waitingCount > MAX_WAITING / 2;
  }

  /**
   * Gives up what has waited for too long. Else it would go on waiting where there is no slot, until its lease runs out,
   * and that would count as an attempt.
   */
  releaseStale(nowMs: number): void {
    for (const endpoint of [...this.#roundRobin.fast.values(), ...this.#roundRobin.slow.values()]) {
      const fresh = endpoint.waiting.findIndex(({ enqueuedAtMs }) => nowMs - enqueuedAtMs <= MAX_WAIT_MS);
      if (fresh !== 0) this.#releaseWaiting(endpoint, fresh === -1 ? endpoint.waiting.length : fresh);
    }
  }

  /** What may be claimed now. */
  capacity(): Capacity {
    const endpoints = [...this.#endpoints.values()];
    return {
      maxDeliveries: MAX_WAITING - this.#waitingCount,
      endpointIds: endpoints.map(({ id }) => id),
      allowances: endpoints.map((endpoint) => this.#allowanceOf(endpoint)),
      defaultAllowance: INITIAL_WINDOW,
    };
  }

  #allowanceOf(endpoint: EndpointState): number {
    return endpoint.isSlow && this.#inFlight.slow >= SLOW_POOL_SIZE ? 0 : endpoint.allowance;
  }

  /** Whether more may be claimed for it. */
  hasAllowance(id: number): boolean {
    const endpoint = this.#endpoints.get(id);
    return endpoint === undefined || this.#allowanceOf(endpoint) > 0;
  }

  add(claimed: readonly ClaimedDelivery[], nowMs: number): void {
    for (const each of claimed) {
      const endpoint = this.#track(each.endpoint.id);
      if (endpoint.slowInFlight > 0) this.#releasable.push(each);
      else this.#enqueue(endpoint, { delivery: each, enqueuedAtMs: nowMs });
      endpoint.wantsMore = endpoint.allowance === 0;
    }
  }

  #enqueue(endpoint: EndpointState, held: WaitingDelivery): void {
    endpoint.waiting.push(held);
    this.#waitingCount += 1;
    this.#roundRobin[endpoint.isSlow ? 'slow' : 'fast'].set(endpoint.id, endpoint);
  }

  /** Takes the next one whose turn it is and for which there is a slot. */
  next(nowMs: number): InFlightRequest | undefined {
    return this.#nextInPool('fast', FAST_POOL_SIZE, nowMs) ?? this.#nextInPool('slow', SLOW_POOL_SIZE, nowMs);
  }

  #nextInPool(pool: 'fast' | 'slow', slots: number, nowMs: number): InFlightRequest | undefined {
    const turns = this.#roundRobin[pool];
    while (this.#inFlight[pool] < slots) {
      const endpoint = turns.values().next().value;
      if (endpoint === undefined) return undefined;
      const { delivery: claimed, enqueuedAtMs } = endpoint.waiting.shift()!;
      this.#waitingCount -= 1;
      turns.delete(endpoint.id);
      if (endpoint.waiting.length > 0) turns.set(endpoint.id, endpoint);
      const waitedMs = nowMs - enqueuedAtMs;
      if (waitedMs <= MAX_WAIT_MS) return this.#start({ delivery: claimed, endpoint, waitedMs, pool });
      this.#releasable.push(claimed);
    }
    return undefined;
  }

  #start(request: InFlightRequest): InFlightRequest {
    request.endpoint.inFlight += 1;
    this.#inFlight[request.pool] += 1;
    return request;
  }

  /** Says that an answer is late: the request leaves the fast pool, and what waits for its endpoint is releasable. */
  markSlow(request: InFlightRequest): void {
    this.#inFlight[request.pool] -= 1;
    request.pool = 'slow';
    this.#inFlight.slow += 1;
    request.endpoint.slowInFlight += 1;
    this.#releaseWaiting(request.endpoint);
  }

  #releaseWaiting(endpoint: EndpointState, count = endpoint.waiting.length): void {
    const waiting = endpoint.waiting.splice(0, count);
    endpoint.wantsMore ||= waiting.length > 0;
    this.#waitingCount -= waiting.length;
    this.#releasable.push(...waiting.map(({ delivery: claimed }) => claimed));
    if (endpoint.waiting.length > 0) return;
    this.#roundRobin.fast.delete(endpoint.id);
    this.#roundRobin.slow.delete(endpoint.id);
  }

  /** Answers whether it is time to claim again: one that had all that it might have is half done with it. */
  finish(request: InFlightRequest, speed: ResponseSpeed): boolean {
    const { endpoint, pool, waitedMs } = request;
    this.#inFlight[pool] -= 1;
    endpoint.inFlight -= 1;
    if (speed !== 'fast') endpoint.slowInFlight -= 1;
    const wasSlow = endpoint.isSlow;
    endpoint.adjustWindow(speed, waitedMs);
    if (endpoint.isSlow !== wasSlow && endpoint.waiting.length > 0) this.#movePool(endpoint);
    return this.#shouldClaimMore(endpoint);
  }

  /** Says it once, until the endpoint has all that it may have again. */
  #shouldClaimMore(endpoint: EndpointState): boolean {
    if (!endpoint.wantsMore || endpoint.allowance * 2 < endpoint.window) return false;
    endpoint.wantsMore = false;
    return true;
  }

  #movePool(endpoint: EndpointState): void {
    this.#roundRobin[endpoint.isSlow ? 'fast' : 'slow'].delete(endpoint.id);
    this.#roundRobin[endpoint.isSlow ? 'slow' : 'fast'].set(endpoint.id, endpoint);
  }

  /** What is to be given back: it has no chance to be sent from here soon. */
  takeReleasable(): ClaimedDelivery[] {
    return this.#releasable.splice(0);
  }

  /** Gives up all that waits. What is on the way is not touched. */
  releaseAll(): void {
    for (const endpoint of this.#endpoints.values()) this.#releaseWaiting(endpoint);
  }

  #track(id: number): EndpointState {
    const endpoint = this.#endpoints.get(id) ?? new EndpointState(id);
    // Put at the end again: the first ones are those that were not heard of for longest.
    this.#endpoints.delete(id);
    this.#endpoints.set(id, endpoint);
    if (this.#endpoints.size > MAX_TRACKED_ENDPOINTS) this.#evictIdle();
    return endpoint;
  }

  #evictIdle(): void {
    for (const [id, endpoint] of this.#endpoints) if (endpoint.isIdle) return void this.#endpoints.delete(id);
  }
}
