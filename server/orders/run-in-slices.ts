import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Short beside a request that only reads (3 ms), of which each turn of the event loop waits for the slice in hand. */
const SLICE_MS = 1;

/** Does long work in slices, between its yields, so that other requests are served meanwhile. */
export async function runInSlices<T>(
  work: Generator<void, T>,
  monotonicMs = () => performance.now(),
): Promise<T> {
  for (let sliceEndsAtMs = monotonicMs() + SLICE_MS; ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (monotonicMs() < sliceEndsAtMs) continue;
    await yieldToEventLoop();
    sliceEndsAtMs = monotonicMs() + SLICE_MS;
  }
}
