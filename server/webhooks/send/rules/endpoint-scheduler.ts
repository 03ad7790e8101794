import type { Capacity, ClaimedDelivery, Endpoint } from '../../queue/claim.ts';
import { MAX_CLAIM_BYTES } from '../../queue/rules/claim-limit.ts';
import type { Address } from '../dns-resolver.ts';
import { AddressSlots } from './address-slots.ts';
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
  /** Where alone it may connect to, and counts; undefined if its endpoint answers. */
  readonly addresses: readonly Address[] | undefined;
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
  readonly #addressSlots = new AddressSlots();
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
    const isStuck = endpoint.isSlow && this.#pools.slow.isFull;
    return isStuck || this.#addressSlots.isWaiting(endpoint) ? 0 : endpoint.allowance;
  }

  /** Whether its deliveries need the addresses of its name: it hasn't answered 2xx for a while, or never. */
  needsAddresses(endpoint: Endpoint, nowMs: number): boolean {
    return endpoint.isSilent && !this.#endpoints.get(endpoint.id)?.isAnswering(endpoint, nowMs);
  }

  /** These deliveries will be added once their endpoint's addresses are known. */
  expect(deliveries: readonly ClaimedDelivery[], change: 1 | -1 = 1): void {
    for (const { endpoint, body } of deliveries) {
      this.#endpoints.use(endpoint.id).expected += change;
      this.#waitingCount += change;
      this.#waitingCharacters += change * body.length;
    }
  }

  /** Adds what was expected. The endpoint may have answered meanwhile. */
  addExpected(
    deliveries: readonly ClaimedDelivery[],
    addresses: readonly Address[],
    claimedAtMs: number,
  ): void {
    this.expect(deliveries, -1);
    for (const { endpoint } of deliveries) {
      const state = this.#endpoints.use(endpoint.id);
      state.tenantId = endpoint.tenantId;
      state.isUntried = endpoint.isUntried;
      state.addresses = addresses;
    }
    this.add(deliveries, claimedAtMs);
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
      const isStale = nowMs - endpoint.waiting[0]!.enqueuedAtMs > MAX_WAIT_MS;
      if (!isStale && !this.#admit(endpoint, pool)) continue;
      const { delivery, enqueuedAtMs } = endpoint.waiting.shift()!;
      this.#waitingCount -= 1;
      this.#waitingCharacters -= delivery.body.length;
      pool.remove(endpoint);
      if (endpoint.waiting.length > 0) pool.add(endpoint);
      if (!isStale) {
        endpoint.inFlight += 1;
        pool.inFlight += 1;
        const { addresses } = endpoint;
        return { delivery, endpoint, waitedMs: nowMs - enqueuedAtMs, addresses, pool: name };
      }
      this.#releasable.push(delivery);
    }
    return undefined;
  }

  /** Whether an endpoint that doesn't answer may have one more request. Otherwise it leaves the pool. */
  #admit(endpoint: EndpointState, pool: SendPool): boolean {
    if (endpoint.addresses === undefined) return true;
    if (endpoint.isUntried && endpoint.inFlight > 0) {
      pool.remove(endpoint); // until its request ends
      return false;
    }
    if (this.#addressSlots.take(endpoint, endpoint.addresses)) return true;
    this.#releaseWaiting(endpoint);
    return false;
  }

  /** Called before finish. Returns whether it became another endpoint's turn, so that it's time to claim. */
  leaveAddresses(
    { delivery, endpoint, addresses }: InFlightRequest,
    accepted: boolean,
    nowMs: number,
  ): boolean {
    if (accepted) endpoint.accepted(delivery.endpoint.url, nowMs);
    return addresses !== undefined && this.#addressSlots.free(addresses, nowMs);
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
    if (after !== before) before.remove(endpoint);
    if (endpoint.waiting.length > 0) after.add(endpoint);
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
    this.#addressSlots.expire(nowMs);
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
