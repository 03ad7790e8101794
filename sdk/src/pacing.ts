import type { TradepostConfig } from './config.ts';
import type { Call, Middleware } from './middleware.ts';
import { now, type Runtime, sleep, unlessAborted } from './runtime.ts';

/** Up to this share of the limit requests go as they come: most programs ask for little, and wait for nothing then. */
const FREE_SHARE = 0.5;
/** How long an answer without RateLimit headers is taken for "no limit". Tradepost counts by the minute. */
const UNLIMITED_MS = 60_000;
/** The header has whole seconds, so one window is seen to end at times that differ by one, and by the answers' way. */
const SAME_END_MS = 2_000;

/**
 * Spaces requests by the RateLimit headers, so that they do not run into 429: the first half of the limit as they come,
 * the rest evenly over what is left of the minute. What other programs of the tenant use up is seen with each answer.
 * A client needs one of its own.
 */
export function pacing({ runtime }: Pick<TradepostConfig, 'runtime'> = {}): Middleware {
  const pace = new Pace({ now, sleep, ...runtime });
  return async (attempt, call) => {
    const done = await pace.turn(call);
    try {
      return await attempt();
    } finally {
      done();
    }
  };
}

/** What may still be sent, and until when; times by the runtime's clock. */
interface Allowance {
  limit: number;
  left: number;
  endsAt: number;
}

class Pace {
  readonly #runtime: Pick<Runtime, 'now' | 'sleep'>;
  #allowance: Allowance | undefined;
  #nextAt = 0;
  #underWay = 0;
  /** While nothing is known of the limit, one goes ahead; the others wait for what it is answered. */
  #scout: Promise<void> | undefined;

  constructor(runtime: Pick<Runtime, 'now' | 'sleep'>) {
    this.#runtime = runtime;
  }

  /** Waits until the call may be sent. What it answers has to be called when there is an answer, or none. */
  async turn(call: Call): Promise<() => void> {
    const { now, sleep } = this.#runtime;
    for (;;) {
      const known = this.#allowance;
      if (this.#scout) await unlessAborted(this.#scout, call.signal);
      else if (!known || now() >= known.endsAt) return this.#goAhead(call);
      else if (known.left <= 0) await sleep(known.endsAt - now(), call.signal);
      else return this.#wait(known, call);
    }
  }

  #goAhead(call: Call): () => void {
    const done = this.#start(call);
    let back = () => {};
    this.#scout = new Promise((resolve) => {
      back = resolve;
    });
    return () => {
      this.#scout = undefined;
      done();
      back();
    };
  }

  async #wait(known: Allowance, call: Call): Promise<() => void> {
    const { now, sleep } = this.#runtime;
    const done = this.#start(call);
    const at = Math.max(now(), this.#nextAt);
    const free = known.left > known.limit * FREE_SHARE;
    this.#nextAt = free ? 0 : at + (known.endsAt - at) / known.left;
    known.left -= 1;
    try {
      if (!free && at > now()) await sleep(at - now(), call.signal);
      return done;
    } catch (aborted) {
      known.left += 1;
      done();
      throw aborted;
    }
  }

  #start(call: Call): () => void {
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
      if (call.response) this.#learn(call.response.headers, this.#runtime.now());
    };
  }

  #learn(headers: Headers, now: number): void {
    const remaining = /;\s*r=(\d+).*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '');
    if (!remaining) {
      this.#allowance ??= { limit: Infinity, left: Infinity, endsAt: now + UNLIMITED_MS };
      return;
    }
    const limit = Number(/;\s*q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? 0);
    // Some of those under way may be counted already; to count them twice errs on the safe side.
    const left = Number(remaining[1]) - this.#underWay;
    const endsAt = now + Number(remaining[2]) * 1000;
    const known = this.#allowance;
    const same = known && now < known.endsAt && endsAt < known.endsAt + SAME_END_MS;
    this.#allowance = same
      ? { limit, left: Math.min(known.left, left), endsAt: known.endsAt }
      : { limit, left, endsAt };
  }
}
