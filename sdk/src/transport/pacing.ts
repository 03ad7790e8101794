import { abortable } from './abort.ts';
import type { Call } from './api-call.ts';
import { checkNames } from './check-options.ts';
import type { TransportConfig } from './config.ts';
import type { FetchWrapper } from './fetch-wrapper.ts';
import { type Runtime, runtimeOf } from './runtime.ts';

/** The share of the limit that isn't paced. Most programs send few requests and so never wait. */
const UNPACED_SHARE = 0.5;
/** How long a response without RateLimit headers means "no limit". Tradepost counts by the minute. */
const NO_LIMIT_TTL_MS = 60_000;
/** Ends of one window differ by this much: the header has whole seconds, and responses take time to arrive. */
const SAME_WINDOW_MS = 2_000;

/** The service counts requests of the same half second together: a later one of them keeps the first for so much longer. */
const LATER_MS = 500;

type Clock = Pick<Runtime, 'now' | 'sleep'>;

/** One pacer per key, so that all clients of a process that use the key stay below the limit together. */
const sharedPacers = new Map<string, WeakRef<Pacer>>();

export interface PacingConfig extends Pick<TransportConfig, 'runtime'> {
  /** Wrappers with the same name share what they know of the limit. The client names them after its key and address. */
  shareAs?: string | undefined;
}

/**
 * Spaces requests by the RateLimit headers so that they stay below the limit: the first half of it isn't delayed, the
 * rest is spread over what is left of the minute. Each response also shows what other programs of the tenant have used.
 */
export function pacing(config: PacingConfig = {}): FetchWrapper {
  checkNames(config, ['runtime', 'shareAs'] satisfies (keyof PacingConfig)[]);
  const { runtime, shareAs } = config;
  const clock = runtimeOf(runtime);
  const pacer = shareAs === undefined ? new Pacer(clock) : sharedPacer(shareAs, clock);
  return async (attempt, call) => {
    const release = await pacer.acquire(call);
    try {
      return await attempt();
    } finally {
      release();
    }
  };
}

function sharedPacer(name: string, clock: Clock): Pacer {
  const pacer = sharedPacers.get(name)?.deref() ?? new Pacer(clock);
  sharedPacers.set(name, new WeakRef(pacer));
  return pacer;
}

/** How many requests are left in the current window, and when it ends by the runtime's clock. */
interface Allowance {
  limit: number;
  remaining: number;
  endsAt: number;
}

class Pacer {
  readonly #clock: Clock;
  #allowance: Allowance | undefined;
  #nextAt = 0;
  #inFlight = 0;
  /** While the limit is unknown, one request goes ahead and the others wait for its response. */
  #probe: Promise<void> | undefined;
  /** Settles when the last call that waits for its turn has gone or was aborted. */
  #lastInLine = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits until the call may be sent. Call the returned function when the call has ended. One call at a time waits for the
   * next slot. One that is aborted leaves its slot to the next in line.
   */
  async acquire(call: Call): Promise<() => void> {
    const before = this.#lastInLine;
    let leave = () => {};
    this.#lastInLine = new Promise((resolve) => {
      leave = resolve;
    });
    try {
      await abortable(before, call.signal);
      for (;;) {
        const waitMs = this.#waitMs();
        if (this.#probe) await abortable(this.#probe, call.signal);
        else if (waitMs > 0) await this.#clock.sleep(waitMs, call.signal);
        if (!this.#probe && !this.#isUsedUp()) return this.#take(call);
      }
    } finally {
      before.then(leave);
    }
  }

  /** How long until a request may be sent, as far as is known. */
  #waitMs(): number {
    const known = this.#allowance;
    const now = this.#clock.now();
    if (!known || now >= known.endsAt || isUnpaced(known)) return 0;
    return (this.#isUsedUp() ? known.endsAt : this.#nextAt) - now;
  }

  /** Whether the next request has to wait for the next window. */
  #isUsedUp(): boolean {
    const known = this.#allowance;
    return known !== undefined && known.remaining <= 0 && this.#clock.now() < known.endsAt;
  }

  #take(call: Call): () => void {
    const known = this.#allowance;
    const now = this.#clock.now();
    if (!known || now >= known.endsAt) return this.#startProbe(call);
    this.#nextAt = isUnpaced(known) ? 0 : now + (known.endsAt - now) / known.remaining;
    known.remaining -= 1;
    return this.#start(call);
  }

  #startProbe(call: Call): () => void {
    const release = this.#start(call);
    let finishProbe = () => {};
    this.#probe = new Promise((resolve) => {
      finishProbe = resolve;
    });
    return () => {
      this.#probe = undefined;
      release();
      finishProbe();
    };
  }

  #start(call: Call): () => void {
    this.#inFlight += 1;
    return () => {
      this.#inFlight -= 1;
      if (call.response) this.#updateAllowance(call.response.headers, this.#clock.now());
    };
  }

  #updateAllowance(headers: Headers, now: number): void {
    const found = /;\s*r=(\d+).*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '');
    if (!found) {
      this.#allowance ??= { limit: Infinity, remaining: Infinity, endsAt: now + NO_LIMIT_TTL_MS };
      return;
    }
    const limit = Number(/;\s*q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? 0);
    // The server may have counted some of those in flight; counting them twice errs on the safe side.
    const remaining = Number(found[1]) - this.#inFlight;
    const endsAt = now + Number(found[2]) * 1000 + LATER_MS;
    const known = this.#allowance;
    const same = known && now < known.endsAt && endsAt < known.endsAt + SAME_WINDOW_MS;
    this.#allowance = same
      ? { limit, remaining: Math.min(known.remaining, remaining), endsAt: known.endsAt }
      : { limit, remaining, endsAt };
  }
}

const isUnpaced = ({ limit, remaining }: Allowance): boolean => remaining > limit * UNPACED_SHARE;
