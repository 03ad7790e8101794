import type { ClaimedDelivery } from '../queue/claim.ts';

/** How many a worker holds of an endpoint of which it knows nothing: each answer allows one more, so they double. */
export const INITIAL_WINDOW = 4;
/** Of one that answers late: at 1 s an answer it still gets 8 a second. */
const SLOW_WINDOW = 8;
/** Enough to claim in batches of some hundreds; claimed in tens, the database does twice the work. */
const MAX_WINDOW = 1000;
/** Who waits longer in the worker is claimed too far ahead: the window shrinks in place of growing. */
const LONG_WAIT_MS = 500;

/** How an exchange went: with an answer soon, with one later, or without one within the deadline. */
export type ResponseSpeed = 'fast' | 'slow' | 'none';

/** What a worker knows of an endpoint's address: how many it may hold, and whether it keeps its slots for long. */
export class EndpointState {
  readonly id: number;
  readonly waiting: WaitingDelivery[] = [];
  window = INITIAL_WINDOW;
  inFlight = 0;
  /** Those that are on the way for longer than a quick answer takes. While there is one, nothing new is sent. */
  slowInFlight = 0;
  /** The last answer was late, or none came: the next goes to the slow lane at once. */
  isSlow = false;
  /** It got all that it may have, so there may be more of it in the queue. */
  wantsMore = false;

  constructor(id: number) {
    this.id = id;
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0;
  }

  /** How many more may be claimed. */
  get allowance(): number {
    return this.slowInFlight > 0 ? 0 : Math.max(0, this.window - this.inFlight - this.waiting.length);
  }

  adjustWindow(speed: ResponseSpeed, waitedMs: number): void {
    this.isSlow = speed !== 'fast';
    if (speed === 'none') this.window = 1;
    else if (speed === 'slow') this.window = Math.min(Math.max(this.window, INITIAL_WINDOW), SLOW_WINDOW);
    else if (waitedMs < LONG_WAIT_MS) this.window = Math.min(this.window + 1, MAX_WINDOW);
    else this.window = Math.max(this.window - 1, INITIAL_WINDOW);
  }
}

/** A claimed delivery that waits in the worker for its turn. */
export interface WaitingDelivery {
  readonly delivery: ClaimedDelivery;
  /** By the worker's monotonic clock, in ms. */
  readonly enqueuedAtMs: number;
}
