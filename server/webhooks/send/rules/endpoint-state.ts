import type { ClaimedDelivery, Endpoint } from '../../queue/claim.ts';
import type { Address } from '../dns-resolver.ts';

/** Deliveries that a worker holds for an endpoint it knows nothing of. Each response allows one more, so they double. */
export const INITIAL_WINDOW = 4;
/** For an endpoint that responds slowly: at 1 s per response it still gets 8 a second. */
const SLOW_WINDOW = 8;
/** Enough to claim in batches of some hundreds. Claimed in tens, the database does twice the work. */
const MAX_WINDOW = 1000;
/**
 * Of the bodies that a worker holds for an endpoint. Events of 8 kB reach the largest window. One about an order of 500 lines has 440 kB,
 * and a thousand of those would take all of a process's memory.
 */
const WINDOW_CHARACTERS = 8_000_000;
/** A delivery that waits longer inside the worker was claimed too far ahead: the window shrinks instead of growing. */
const LONG_WAIT_MS = 500;
/** How long a 2xx counts for. Where it's longer ago, the database knows whether there was anything to answer since. */
const ANSWERING_MS = 300_000;

/** How soon the response came; `none` when there was none within the deadline. */
export type ResponseSpeed = 'fast' | 'slow' | 'none';

/** A claimed delivery that waits inside the worker for its turn. */
export interface WaitingDelivery {
  readonly delivery: ClaimedDelivery;
  /** By the worker's monotonic clock. */
  readonly enqueuedAtMs: number;
}

/** What a worker knows of an endpoint: how many deliveries it may hold for it, and whether it responds slowly. */
export class EndpointState {
  readonly id: number;
  tenantId = 0;
  readonly waiting: WaitingDelivery[] = [];
  window = INITIAL_WINDOW;
  inFlight = 0;
  /** Requests in flight that have become slow. While there is one, nothing new is sent to the endpoint. */
  slowInFlight = 0;
  /** The last response was slow or never came, so the next request goes to the slow pool at once. */
  isSlow = false;
  /** Deliveries that were claimed and wait for the endpoint's name to be resolved. */
  expected = 0;
  /** Of an endpoint that doesn't answer 2xx, those of its name. */
  addresses: readonly Address[] | undefined;
  /** It has never answered 2xx. */
  isUntried = false;
  #accepted = { url: '', untilMs: 0 };
  /** It got everything that its window allows, so the queue may hold more for it. */
  wantsMore = false;

  constructor(id: number) {
    this.id = id;
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0 && this.expected === 0;
  }

  /** How many more deliveries may be claimed. */
  get allowance(): number {
    const held = this.inFlight + this.waiting.length + this.expected;
    return this.slowInFlight > 0 ? 0 : Math.max(0, this.window - held);
  }

  /** It answered 2xx: from now on nothing but its speed limits it. */
  accepted(url: string, nowMs: number): void {
    this.#accepted = { url, untilMs: nowMs + ANSWERING_MS };
    this.addresses = undefined;
    this.isUntried = false;
  }

  /** Whether it answers, as far as this worker has seen: the database hears of a 2xx later. */
  isAnswering({ url }: Pick<Endpoint, 'url'>, nowMs: number): boolean {
    return this.#accepted.url === url && nowMs < this.#accepted.untilMs;
  }

  adjustWindow(speed: ResponseSpeed, waitedMs: number, length: number): void {
    this.#adjustToResponse(speed, waitedMs);
    this.fitWindow(length);
  }

  /** `length` is that of a body: what comes next is most likely as large. */
  fitWindow(length: number): void {
    const most = Math.max(INITIAL_WINDOW, Math.floor(WINDOW_CHARACTERS / length));
    this.window = Math.min(this.window, most);
  }

  #adjustToResponse(speed: ResponseSpeed, waitedMs: number): void {
    this.isSlow = speed !== 'fast';
    if (speed === 'none') this.window = 1;
    else if (speed === 'slow') this.window = Math.min(Math.max(this.window, INITIAL_WINDOW), SLOW_WINDOW);
    else if (waitedMs < LONG_WAIT_MS) this.window = Math.min(this.window + 1, MAX_WINDOW);
    else this.window = Math.max(this.window - 1, INITIAL_WINDOW);
  }
}
