import { abortable } from './abort.ts';
import { MAX_TIMER_MS } from './check-options.ts';

/** What a client takes from its environment. Replaceable for tests; nothing else has a reason to replace it. */
export interface Runtime {
  /** The time in milliseconds. It measures delays, and dates of responses are compared with it. */
  now(): number;
  /** Generates the Idempotency-Key of a call that was given none. */
  uuid(): string;
  /** Resolves after that many milliseconds (24 days at most), or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

const real: Runtime = {
  now: () => Date.now(),
  uuid: () => crypto.randomUUID(),
  sleep(ms, signal) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const elapsed = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS));
    });
    return abortable(elapsed, signal).finally(() => clearTimeout(timer));
  },
};

export const runtimeOf = (replaced: Partial<Runtime> | undefined): Runtime => ({ ...real, ...replaced });
