import { abortable } from './abort.ts';
import type { TradepostConfig } from './config.ts';
import type { Call, Middleware } from './middleware.ts';
import { now, type Runtime, sleep } from './runtime.ts';

/** The share of the limit that isn't paced. Most programs send few requests and so never wait. */
const UNPACED_SHARE = 0.5;
/** How long a response without RateLimit headers means "no limit". Tradepost counts by the minute. */
const NO_LIMIT_TTL_MS = 60_000;
/** Ends of one window differ by this much: the header has whole seconds, and responses take time to arrive. */
const SAME_WINDOW_MS = 2_000;

/**
 * Spaces requests by the RateLimit headers so that they stay below the limit: the first half of it isn't delayed, the
 * rest is spread over what is left of the minute. Each response also shows what other programs of the tenant have used.
 * Each client needs its own.
 */
export function pacing({ runtime }: Pick<TradepostConfig, 'runtime'> = {}): Middleware {
  const pacer = new Pacer({ now, sleep, ...runtime });
  return async (attempt, call) => {
    const release = await pacer.acquire(call);
    try {
      return await attempt();
    } finally {
      release();
    }
  };
}

/** How many requests are left in the current window, and when it ends by the runtime's clock. */
interface Allowance {
  limit: number;
  remaining: number;
  endsAt: number;
}

class Pacer {
  readonly #runtime: Pick<Runtime, 'now' | 'sleep'>;
  #allowance: Allowance | undefined;
  #nextAt = 0;
  #inFlight = 0;
  /** While the limit is unknown, one request goes ahead and the others wait for its response. */
  #probe: Promise<void> | undefined;

  constructor(runtime: Pick<Runtime, 'now' | 'sleep'>) {
    this.#runtime = runtime;
  }

  /** Waits until the call may be sent. Call the returned function when the call has ended. */
  async acquire(call: Call): Promise<() => void> {
    const { now, sleep } = this.#runtime;
    for (;;) {
      const known = this.#allowance;
      if (this.#probe) await abortable(this.#probe, call.signal);
      else if (!known || now() >= known.endsAt) return this.#acquireProbe(call);
      else if (known.remaining <= 0) await sleep(known.endsAt - now(), call.signal);
      else return this.#acquireWithin(known, call);
    }
  }

  #acquireProbe(call: Call): () => void {
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

  async #acquireWithin(known: Allowance, call: Call): Promise<() => void> {
    const { now, sleep } = this.#runtime;
    const release = this.#start(call);
    const at = Math.max(now(), this.#nextAt);
    const unpaced = known.remaining > known.limit * UNPACED_SHARE;
    this.#nextAt = unpaced ? 0 : at + (known.endsAt - at) / known.remaining;
    known.remaining -= 1;
    try {
      if (!unpaced && at > now()) await sleep(at - now(), call.signal);
      return release;
    } catch (aborted) {
      known.remaining += 1;
      release();
      throw aborted;
    }
  }

  #start(call: Call): () => void {
    this.#inFlight += 1;
    return () => {
      this.#inFlight -= 1;
      if (call.response) this.#updateAllowance(call.response.headers, this.#runtime.now());
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
    const endsAt = now + Number(found[2]) * 1000;
    const known = this.#allowance;
    const same = known && now < known.endsAt && endsAt < known.endsAt + SAME_WINDOW_MS;
    this.#allowance = same
      ? { limit, remaining: Math.min(known.remaining, remaining), endsAt: known.endsAt }
      : { limit, remaining, endsAt };
  }
}
