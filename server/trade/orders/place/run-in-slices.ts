import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** While a slice runs, everyone else waits. It is short beside a request that only reads, which takes 3 ms. */
const SLICE_MS = 1;

/** Runs long work in time slices. The work yields where it may be interrupted; between slices other requests run. */
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
