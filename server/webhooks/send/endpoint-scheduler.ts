import type { Claimed, Room } from '../queue/claim.ts';
import { COLD_WINDOW, Endpoint, type Held, type Pace } from './endpoint-state.ts';

/**
 * Sent side by side: over 1200 a second to consumers that take 0.2 s. One endpoint gets as many only while it bears them:
 * it comes there by doubling, and an answer that is late takes it to the slow lane.
 */
const FAST_SLOTS = 256;
/** For those that answer late or not at all: a socket and some kB each, for 10 s at most. */
const SLOW_SLOTS = 512;
/** What may wait in the worker: some batches, sent within a second or two. Half of it is sent while a claim runs. */
const CAPACITY = 2000;
/** Longer than this in the worker, and the exchange might outlive the lease: given back. */
const MAX_WAIT_MS = 3_000;
/** How many endpoints are remembered. One that is forgotten is a stranger again. */
const MAX_KNOWN = 2_000;

/** A delivery on the way, in its lane. */
export interface Flight {
  readonly claimed: Claimed;
  readonly endpoint: Endpoint;
  readonly waitedMs: number;
  lane: 'fast' | 'slow';
}

/**
 * Who is sent next. Endpoints take turns. One that keeps its slots for long moves to a lane of its own bound, with what
 * it has on the way, and gets nothing new until that ends; so those that answer always find a free slot. No fixed cap
 * slows a healthy endpoint that is alone.
 */
export class Lanes {
  readonly #known = new Map<number, Endpoint>();
  /** Those with something waiting, in turn: a Map keeps the order in which they were put. */
  readonly #turns = { fast: new Map<number, Endpoint>(), slow: new Map<number, Endpoint>() };
  readonly #busy = { fast: 0, slow: 0 };
  #waiting = 0;
  #unwanted: Claimed[] = [];

  /** Whether more than half of what it can hold is waiting: too much to be worth a claim. */
  get isFull(): boolean {
    return this.#waiting > CAPACITY / 2;
  }

  /**
   * Gives up what has waited for too long. Else it would go on waiting where there is no slot, until its lease runs out,
   * and that would count as an attempt.
   */
  dropStale(nowMs: number): void {
    for (const endpoint of [...this.#turns.fast.values(), ...this.#turns.slow.values()]) {
      const fresh = endpoint.waiting.findIndex(({ sinceMs }) => nowMs - sinceMs <= MAX_WAIT_MS);
      if (fresh !== 0) this.#dismiss(endpoint, fresh === -1 ? endpoint.waiting.length : fresh);
    }
  }

  /** What may be claimed now. */
  room(): Room {
    const endpoints = [...this.#known.values()];
    return {
      most: CAPACITY - this.#waiting,
      registrations: endpoints.map(({ id }) => id),
      allowances: endpoints.map((endpoint) => this.#allowance(endpoint)),
      ofStranger: COLD_WINDOW,
    };
  }

  #allowance(endpoint: Endpoint): number {
    return endpoint.slow && this.#busy.slow >= SLOW_SLOTS ? 0 : endpoint.allowance;
  }

  /** Whether more may be claimed for it. */
  allows(id: number): boolean {
    const endpoint = this.#known.get(id);
    return endpoint === undefined || this.#allowance(endpoint) > 0;
  }

  add(claimed: readonly Claimed[], nowMs: number): void {
    for (const each of claimed) {
      const endpoint = this.#endpoint(each.registration.id);
      if (endpoint.lingering > 0) this.#unwanted.push(each);
      else this.#queue(endpoint, { claimed: each, sinceMs: nowMs });
      endpoint.hungry = endpoint.allowance === 0;
    }
  }

  #queue(endpoint: Endpoint, held: Held): void {
    endpoint.waiting.push(held);
    this.#waiting += 1;
    this.#turns[endpoint.slow ? 'slow' : 'fast'].set(endpoint.id, endpoint);
  }

  /** Takes the next one whose turn it is and for which there is a slot. */
  next(nowMs: number): Flight | undefined {
    return this.#nextOf('fast', FAST_SLOTS, nowMs) ?? this.#nextOf('slow', SLOW_SLOTS, nowMs);
  }

  #nextOf(lane: 'fast' | 'slow', slots: number, nowMs: number): Flight | undefined {
    const turns = this.#turns[lane];
    while (this.#busy[lane] < slots) {
      const endpoint = turns.values().next().value;
      if (endpoint === undefined) return undefined;
      const { claimed, sinceMs } = endpoint.waiting.shift()!;
      this.#waiting -= 1;
      turns.delete(endpoint.id);
      if (endpoint.waiting.length > 0) turns.set(endpoint.id, endpoint);
      const waitedMs = nowMs - sinceMs;
      if (waitedMs <= MAX_WAIT_MS) return this.#start({ claimed, endpoint, waitedMs, lane });
      this.#unwanted.push(claimed);
    }
    return undefined;
  }

  #start(flight: Flight): Flight {
    flight.endpoint.inFlight += 1;
    this.#busy[flight.lane] += 1;
    return flight;
  }

  /** Says that an answer is late: the flight leaves the fast lane, and what waits for its endpoint is unwanted. */
  linger(flight: Flight): void {
    this.#busy[flight.lane] -= 1;
    flight.lane = 'slow';
    this.#busy.slow += 1;
    flight.endpoint.lingering += 1;
    this.#dismiss(flight.endpoint);
  }

  #dismiss(endpoint: Endpoint, count = endpoint.waiting.length): void {
    const waiting = endpoint.waiting.splice(0, count);
    endpoint.hungry ||= waiting.length > 0;
    this.#waiting -= waiting.length;
    this.#unwanted.push(...waiting.map(({ claimed }) => claimed));
    if (endpoint.waiting.length > 0) return;
    this.#turns.fast.delete(endpoint.id);
    this.#turns.slow.delete(endpoint.id);
  }

  /** Answers whether it is time to claim again: one that had all that it might have is half done with it. */
  end(flight: Flight, pace: Pace): boolean {
    const { endpoint, lane, waitedMs } = flight;
    this.#busy[lane] -= 1;
    endpoint.inFlight -= 1;
    if (pace !== 'quick') endpoint.lingering -= 1;
    const wasSlow = endpoint.slow;
    endpoint.learn(pace, waitedMs);
    if (endpoint.slow !== wasSlow && endpoint.waiting.length > 0) this.#changeLane(endpoint);
    return this.#isHalfDone(endpoint);
  }

  /** Says it once, until the endpoint has all that it may have again. */
  #isHalfDone(endpoint: Endpoint): boolean {
    if (!endpoint.hungry || endpoint.allowance * 2 < endpoint.window) return false;
    endpoint.hungry = false;
    return true;
  }

  #changeLane(endpoint: Endpoint): void {
    this.#turns[endpoint.slow ? 'fast' : 'slow'].delete(endpoint.id);
    this.#turns[endpoint.slow ? 'slow' : 'fast'].set(endpoint.id, endpoint);
  }

  /** What is to be given back: it has no chance to be sent from here soon. */
  takeUnwanted(): Claimed[] {
    return this.#unwanted.splice(0);
  }

  /** Gives up all that waits. What is on the way is not touched. */
  clear(): void {
    for (const endpoint of this.#known.values()) this.#dismiss(endpoint);
  }

  #endpoint(id: number): Endpoint {
    const endpoint = this.#known.get(id) ?? new Endpoint(id);
    // Put at the end again: the first ones are those that were not heard of for longest.
    this.#known.delete(id);
    this.#known.set(id, endpoint);
    if (this.#known.size > MAX_KNOWN) this.#forgetOne();
    return endpoint;
  }

  #forgetOne(): void {
    for (const [id, endpoint] of this.#known) if (endpoint.isIdle) return void this.#known.delete(id);
  }
}
