import type { TradepostConfig } from './config.ts';
import type { Call, Middleware } from './middleware.ts';
import { abortable, now, type Runtime, sleep } from './runtime.ts';

/** Up to this share of the limit requests go as they come: most programs ask for little, and wait for nothing then. */
const UNPACED_SHARE = 0.5;
/** How long an answer without RateLimit headers is taken for "no limit". Tradepost counts by the minute. */
const NO_LIMIT_TTL_MS = 60_000;
/** The header has whole seconds, so one window is seen to end at times that differ by one, and by the answers' way. */
const SAME_WINDOW_MS = 2_000;

/**
 * Spaces requests by the RateLimit headers, so that they do not run into 429: the first half of the limit as they come,
 * the rest evenly over what is left of the minute. What other programs of the tenant use up is seen with each answer.
 * A client needs one of its own.
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

/** What may still be sent, and until when; times by the runtime's clock. */
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
  /** While nothing is known of the limit, one goes ahead; the others wait for what it is answered. */
  #probe: Promise<void> | undefined;

  constructor(runtime: Pick<Runtime, 'now' | 'sleep'>) {
    this.#runtime = runtime;
  }

  /** Waits until the call may be sent. What it answers has to be called when there is an answer, or none. */
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
    const remaining = /;\s*r=(\d+).*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '');
    if (!remaining) {
      this.#allowance ??= { limit: Infinity, remaining: Infinity, endsAt: now + NO_LIMIT_TTL_MS };
      return;
    }
    const limit = Number(/;\s*q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? 0);
    // Some of those under way may be counted already; to count them twice errs on the safe side.
    const left = Number(remaining[1]) - this.#inFlight;
    const endsAt = now + Number(remaining[2]) * 1000;
    const known = this.#allowance;
    const same = known && now < known.endsAt && endsAt < known.endsAt + SAME_WINDOW_MS;
    this.#allowance = same
      ? { limit, remaining: Math.min(known.remaining, left), endsAt: known.endsAt }
      : { limit, remaining: left, endsAt };
  }
}
