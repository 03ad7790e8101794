export interface Deadline {
  readonly signal: AbortSignal;
  expired: boolean;
  /** Ends the limit in time. The caller's signal still aborts. */
  stopTimer(): void;
  clear(): void;
}

/**
 * A signal that aborts when the time is up or when the caller's signal does. AbortSignal.any isn't used: Node has it
 * from 20.3 only, and it leaves its listener on a signal that lives as long as the process.
 */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(callerSignal?.reason);
  const timer = setTimeout(() => {
    deadline.expired = true;
    controller.abort();
  }, timeoutMs);
  const deadline: Deadline = {
    signal: controller.signal,
    expired: false,
    stopTimer() {
      clearTimeout(timer);
    },
    clear() {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', abort);
    },
  };
  callerSignal?.addEventListener('abort', abort);
  return deadline;
}

/** Settles with the promise, or rejects with the signal's reason as soon as it aborts. */
export function abortable(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      signal?.removeEventListener('abort', settle);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    signal?.addEventListener('abort', settle);
    if (signal?.aborted) settle();
    else promise.then(settle);
  });
}
