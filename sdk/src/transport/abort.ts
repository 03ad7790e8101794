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
  const forget = callerSignal && onAbort(callerSignal, () => controller.abort(callerSignal.reason));
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
      forget?.();
    },
  };
  return deadline;
}

/** Settles with the promise, or rejects with the signal's reason as soon as it aborts. */
export function abortable(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      forget?.();
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const forget = signal && onAbort(signal, settle);
    promise.then(settle);
  });
}

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when the signal aborts, or at once if it has. Returns how to stop that. However many calls share a
 * signal, it gets one listener: Node 20 warns of a leak at the eleventh.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const callbacks = callbacksOf.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0 || signal.aborted) return;
    signal.removeEventListener('abort', runCallbacks);
    callbacksOf.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  callbacksOf.set(signal, callbacks);
  signal.addEventListener('abort', runCallbacks, { once: true });
  return callbacks;
}

function runCallbacks(this: AbortSignal): void {
  for (const callback of callbacksOf.get(this) ?? []) callback();
}
