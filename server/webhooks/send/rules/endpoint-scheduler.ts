import type { Capacity, ClaimedDelivery } from '../../queue/claim.ts';
import { MAX_CLAIM_BYTES } from '../../queue/rules/claim-limit.ts';
import { type EndpointState, INITIAL_WINDOW, type ResponseSpeed } from './endpoint-state.ts';
import { KnownEndpoints } from './known-endpoints.ts';
import { SendPool } from './send-pool.ts';

/** Requests in flight: over 1200 a second to endpoints that take 0.2 s. One endpoint alone may use all of them. */
const FAST_POOL_SIZE = 256;
/** For endpoints that respond slowly or not at all. Each slot costs a socket and some kB, for at most 10 s. */
const SLOW_POOL_SIZE = 512;
/** Deliveries that wait inside the worker: sent within a second or two. Half of them are sent while a claim runs. */
const MAX_WAITING = 2000;
/** A delivery that waited longer could outlive its lease while it's being sent. It's released instead. */
const MAX_WAIT_MS = 3_000;

export interface InFlightRequest {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: EndpointState;
  /** How long the delivery waited inside the worker. */
  readonly waitedMs: number;
  pool: 'fast' | 'slow';
}

/**
 * Decides which delivery is sent next. Endpoints take turns. An endpoint with a slow request moves to the slow pool and gets
 * nothing new until that request ends, so there is always a fast slot for those that respond. See
 * docs/decisions/fast-and-slow-pools.md.
 */
export class EndpointScheduler {
  readonly #endpoints = new KnownEndpoints();
  readonly #pools = { fast: new SendPool(FAST_POOL_SIZE), slow: new SendPool(SLOW_POOL_SIZE) };
  #waitingCount = 0;
  /** Of the bodies of those that wait: no more than their bytes. */
  #waitingCharacters = 0;
  #claimLimit = MAX_WAITING;
  #releasable: ClaimedDelivery[] = [];

  /** More than half of what may wait is waiting: too much to be worth a claim. */
  get isFull(): boolean {
    return this.#waitingCount > MAX_WAITING / 2 || this.#waitingCharacters > MAX_CLAIM_BYTES / 2;
  }

  /**
   * After a claim that was cut at its bytes, the next one takes as many deliveries as this one did, and each one after that twice as
   * many. Otherwise each would lease 2000 and give most of them back, as long as there are large ones.
   */
  limitClaims(taken: number, wasCut: boolean): void {
    this.#claimLimit = wasCut ? taken : Math.min(this.#claimLimit * 2, MAX_WAITING);
  }

  /** What may be claimed now. */
  capacity(): Capacity {
    const endpoints = this.#endpoints.all();
    return {
      maxDeliveries: Math.min(MAX_WAITING - this.#waitingCount, this.#claimLimit),
      maxBytes: MAX_CLAIM_BYTES - this.#waitingCharacters,
      endpointIds: endpoints.map(({ id }) => id),
      allowances: endpoints.map((endpoint) => this.#allowanceOf(endpoint)),
      defaultAllowance: INITIAL_WINDOW,
    };
  }

  /** Whether more may be claimed for this endpoint. */
  hasAllowance(id: number): boolean {
    const endpoint = this.#endpoints.get(id);
    return endpoint === undefined || this.#allowanceOf(endpoint) > 0;
  }

  #allowanceOf(endpoint: EndpointState): number {
    return endpoint.isSlow && this.#pools.slow.isFull ? 0 : endpoint.allowance;
  }

  /** Takes over claimed deliveries. Those of an endpoint with a slow request are releasable at once. */
  add(deliveries: readonly ClaimedDelivery[], nowMs: number): void {
    for (const delivery of deliveries) {
      const endpoint = this.#endpoints.use(delivery.endpoint.id);
      if (endpoint.slowInFlight > 0) this.#releasable.push(delivery);
      else this.#enqueue(endpoint, delivery, nowMs);
      endpoint.fitWindow(delivery.body.length);
      endpoint.wantsMore = endpoint.allowance === 0;
    }
  }

  #enqueue(endpoint: EndpointState, delivery: ClaimedDelivery, enqueuedAtMs: number): void {
    endpoint.waiting.push({ delivery, enqueuedAtMs });
    this.#waitingCount += 1;
    this.#waitingCharacters += delivery.body.length;
    this.#poolOf(endpoint).add(endpoint);
  }

  #poolOf(endpoint: EndpointState): SendPool {
    return this.#pools[endpoint.isSlow ? 'slow' : 'fast'];
  }

  /** Starts the next delivery in turn for which there is a slot. The caller sends it. */
  next(nowMs: number): InFlightRequest | undefined {
    return this.#nextInPool('fast', nowMs) ?? this.#nextInPool('slow', nowMs);
  }

  #nextInPool(name: 'fast' | 'slow', nowMs: number): InFlightRequest | undefined {
    const pool = this.#pools[name];
    for (let endpoint = pool.next(); endpoint !== undefined; endpoint = pool.next()) {
      const { delivery, enqueuedAtMs } = endpoint.waiting.shift()!;
      this.#waitingCount -= 1;
      this.#waitingCharacters -= delivery.body.length;
      pool.remove(endpoint);
      if (endpoint.waiting.length > 0) pool.add(endpoint);
      const waitedMs = nowMs - enqueuedAtMs;
      if (waitedMs <= MAX_WAIT_MS) {
        endpoint.inFlight += 1;
        pool.inFlight += 1;
        return { delivery, endpoint, waitedMs, pool: name };
      }
      this.#releasable.push(delivery);
    }
    return undefined;
  }

  /** The response is slow: the request leaves the fast pool, and what waits for its endpoint becomes releasable. */
  markSlow(request: InFlightRequest): void {
    this.#pools[request.pool].inFlight -= 1;
    request.pool = 'slow';
    this.#pools.slow.inFlight += 1;
    request.endpoint.slowInFlight += 1;
    this.#releaseWaiting(request.endpoint);
  }

  /** Ends a request. Returns whether it's time to claim again: its endpoint had all it may have and is halfway through. */
  finish({ delivery, endpoint, pool, waitedMs }: InFlightRequest, speed: ResponseSpeed): boolean {
    this.#pools[pool].inFlight -= 1;
    endpoint.inFlight -= 1;
    if (speed !== 'fast') endpoint.slowInFlight -= 1;
    const before = this.#poolOf(endpoint);
    endpoint.adjustWindow(speed, waitedMs, delivery.body.length);
    const after = this.#poolOf(endpoint);
    if (after !== before && endpoint.waiting.length > 0) {
      before.remove(endpoint);
      after.add(endpoint);
    }
    return this.#shouldClaimMore(endpoint);
  }

  /** True once, until the endpoint has everything that it may have again. */
  #shouldClaimMore(endpoint: EndpointState): boolean {
    if (!endpoint.wantsMore || endpoint.allowance * 2 < endpoint.window) return false;
    endpoint.wantsMore = false;
    return true;
  }

  /**
   * Gives up deliveries that have waited too long. Without a free slot they would wait until their leases run out, and that
   * would count as an attempt.
   */
  releaseStale(nowMs: number): void {
    const pools = [this.#pools.fast, this.#pools.slow];
    for (const endpoint of pools.flatMap((pool) => pool.waitingEndpoints())) {
      const fresh = endpoint.waiting.findIndex(({ enqueuedAtMs }) => nowMs - enqueuedAtMs <= MAX_WAIT_MS);
      if (fresh !== 0) this.#releaseWaiting(endpoint, fresh === -1 ? endpoint.waiting.length : fresh);
    }
  }

  /** Gives up everything that waits. Requests in flight aren't touched. */
  releaseAll(): void {
    for (const endpoint of this.#endpoints.all()) this.#releaseWaiting(endpoint);
  }

  #releaseWaiting(endpoint: EndpointState, count = endpoint.waiting.length): void {
    const released = endpoint.waiting.splice(0, count);
    endpoint.wantsMore ||= released.length > 0;
    this.#waitingCount -= released.length;
    for (const { delivery } of released) {
      this.#waitingCharacters -= delivery.body.length;
      this.#releasable.push(delivery);
    }
    if (endpoint.waiting.length > 0) return;
    this.#pools.fast.remove(endpoint);
    this.#pools.slow.remove(endpoint);
  }

  /** Takes the deliveries that are to be released to the queue, since this worker can't send them soon. */
  takeReleasable(): ClaimedDelivery[] {
    return this.#releasable.splice(0);
  }
}
